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

comment on function private.lock_spots() is
  'Trigger: whoever deletes an entry takes the locks of its event, and of those where something ends with it, before the reservation, as everybody else does.';
