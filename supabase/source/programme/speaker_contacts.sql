-- For admins: returns [{speaker, email, asked_at, has_link, sent_at, settled_at, is_taken, correction, words, version,
-- may_correct}] of an event, longest-waiting corrections first; an empty list for a caller who is not an admin.
create function public.speaker_contacts(p_event uuid) returns jsonb
language sql
stable
security definer
set search_path = ''
return (
  select coalesce(
    jsonb_agg(
      jsonb_build_object(
        'speaker', c.speaker_id, 'email', c.email, 'asked_at', c.asked_at, 'has_link', c.link_digest is not null,
        'sent_at', c.sent_at, 'settled_at', c.settled_at, 'is_taken', c.is_taken, 'correction', c.correction,
        'words', case when c.correction is not null then private.speaker_words(c.speaker_id) end,
        'version', private.correction_version(c.speaker_id), 'may_correct', private.may_correct(c.speaker_id)
      )
      order by c.sent_at, c.speaker_id
    ),
    '[]'
  )
  from private.speaker_contacts c
  join public.speakers s on s.id = c.speaker_id
  where s.event_id = p_event and public.is_admin()
);

-- for members: reads where the speakers of an event are asked for corrections; nothing for a caller who is not an admin
grant execute on function public.speaker_contacts to authenticated;
