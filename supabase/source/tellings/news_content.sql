create function private.news_content(p_person uuid, p_telling bigint) returns jsonb
language sql
stable
return (
  select jsonb_build_object(
    'entry', w.id, 'generation', w.link_generation, 'email', w.email, 'kind', t.kind, 'words', t.words,
    'event', to_jsonb(e) - array['search_text', 'is_published']
  )
  from public.tellings t
  join public.events e on e.id = t.event_id
  join public.waitlist_entries w on w.event_id = e.id
  where t.id = p_telling
    and w.id = p_person
    and not w.suspected_spam
    and private.is_news(t.kind, e.id)
    and private.concerns(t.kind, e.id, w.id)
    and (t.kind <> 'tickets-open' or w.told_at is null)
    and (t.kind not in ('new-date', 'reminder', 'recap') or t.starts_at = e.starts_at)
);

comment on function private.news_content(uuid, bigint) is
  'What a letter of a telling to an entry is made of; null when it is not true any more or does not concern them, or the entry is gone, or was told by hand that tickets are open.';
