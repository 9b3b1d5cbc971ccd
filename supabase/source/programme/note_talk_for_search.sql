-- Trigger: updates the search entry of a talk.
create function private.note_talk_for_search() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.index_talk(coalesce(new.id, old.id));
  return null;
end;
$$;
