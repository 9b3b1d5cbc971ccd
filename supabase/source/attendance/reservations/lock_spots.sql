-- Trigger: before an entry's reservation is deleted, locks its event and the events whose entries depend on it, in the
-- same order as all other code.
create function private.lock_spots() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.lock_lines(old.event_id);
  perform private.lock_workshops(old.id);
  return old;
end;
$$;
