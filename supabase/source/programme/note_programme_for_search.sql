create function private.note_programme_for_search() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Whoever saves a talk at the same time waits, and sees whether visitors read it.
  perform from public.events e where e.id = coalesce(new.id, old.id) for no key update;
  perform private.index_talk(t.id) from public.talks t where t.event_id = coalesce(new.id, old.id);
  return null;
end;
$$;

comment on function private.note_programme_for_search() is
  'Trigger, of a programme and of its event: has search find its talks once visitors may read them, and no longer than that.';
