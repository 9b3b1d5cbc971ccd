-- Trigger: updates the search entry of a talk when its speakers change.
create function private.note_speech_for_search() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.index_talk(coalesce(new.talk_id, old.talk_id));
  return null;
end;
$$;
