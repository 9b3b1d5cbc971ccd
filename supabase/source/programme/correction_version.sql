-- Returns a digest that changes when the waiting correction of a speaker, or a text that it may be about, changes; null
-- if none is waiting.
create function private.correction_version(p_speaker uuid) returns text
language sql
stable
return (
  select md5(c.correction::text || private.speaker_words(c.speaker_id)::text)
  from private.speaker_contacts c
  where c.speaker_id = p_speaker
);
