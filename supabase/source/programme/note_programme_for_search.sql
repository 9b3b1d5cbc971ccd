-- Trigger on a program and on its event: keeps the talks in the search exactly while visitors may read them.
create function private.note_programme_for_search() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- A transaction that saves a talk at the same time waits, and then sees whether the program is visible.
  perform from public.events e where e.id = coalesce(new.id, old.id) for no key update;
  perform private.index_talk(t.id) from public.talks t where t.event_id = coalesce(new.id, old.id);
  return null;
end;
$$;
