-- Whether a speaker speaks in an announced talk.
create function private.is_speaking(p_speaker uuid) returns boolean
language sql
stable
return exists (
  select from public.talk_speakers s
  join public.talks t on t.id = s.talk_id
  where s.speaker_id = p_speaker and t.is_announced
);
