create function private.lock_spots() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.lock_lines(old.event_id);
  return old;
end;
$$;

comment on function private.lock_spots() is
  'Trigger: whoever deletes an entry takes the lock of its event before the reservation, as everybody else does.';
