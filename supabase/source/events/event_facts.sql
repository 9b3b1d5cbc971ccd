create function private.event_facts(p_id uuid) returns jsonb
language sql
stable
return (
  select to_jsonb(e) - array['id', 'about', 'recap', 'recap_url', 'search_text', 'poster_path', 'poster_alt', 'created_at', 'updated_at']
  from public.events e
  where e.id = p_id
);

comment on function private.event_facts(uuid) is 'What mails and pages of one person say of an event; of one that is not published, nothing that is not announced yet is to be shown.';
