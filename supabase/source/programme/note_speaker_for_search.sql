-- Trigger: updates the search entries of a speaker's talks when their name or organization changes.
create function private.note_speaker_for_search() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.index_talk(s.talk_id) from public.talk_speakers s where s.speaker_id = new.id;
  return null;
end;
$$;
