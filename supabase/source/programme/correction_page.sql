-- Returns what a speaker sees by their link: {event: its title, words as in speaker_words, correction, sent_at,
-- settled_at, is_taken}; an empty object for a link that leads nowhere, or to an event that is over.
create function public.correction_page(p_token_digest text) returns jsonb
language sql
stable
security definer
set search_path = ''
return coalesce((
  select jsonb_build_object(
    'event', e.title, 'words', private.speaker_words(c.speaker_id), 'correction', c.correction, 'sent_at', c.sent_at,
    'settled_at', c.settled_at, 'is_taken', c.is_taken
  )
  from private.speaker_contacts c
  join public.speakers s on s.id = c.speaker_id
  join public.events e on e.id = s.event_id
  where c.link_digest = p_token_digest and private.may_correct(c.speaker_id)
), '{}');

grant execute on function public.correction_page to service_role;
