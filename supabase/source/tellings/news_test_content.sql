create function private.news_test_content(p_person uuid, p_telling bigint) returns jsonb
language sql
stable
return (
  select jsonb_build_object('email', u.email, 'kind', t.kind, 'words', t.words, 'event', to_jsonb(e) - array['search_text', 'is_published'])
  from public.tellings t
  join public.events e on e.id = t.event_id
  join public.admin_users a on a.id = p_person
  join auth.users u on u.id = a.id
  where t.id = p_telling
);

comment on function private.news_test_content(uuid, bigint) is 'What a test of a telling is made of, for the admin who reads it.';
