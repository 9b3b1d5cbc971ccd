-- Stores the next email in an admin's own words to the people of an event. Returns false when there is no such event.
create function public.draft_own_words(
  p_event uuid,
  p_audience text,
  p_subject text,
  p_words text
) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  insert into public.campaigns as t (event_id, kind, audience, subject, words)
    select e.id, 'own-words', p_audience, p_subject, p_words from public.events e where e.id = p_event
    on conflict (event_id, kind) where started_at is null
    do update set audience = excluded.audience, subject = excluded.subject, words = excluded.words;
  return found;
end;
$$;

-- for admins: writes the next email in their own words about an event
grant execute on function public.draft_own_words to authenticated;
