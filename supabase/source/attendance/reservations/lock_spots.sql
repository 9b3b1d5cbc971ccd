create function private.lock_spots() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform from public.event_spots p where p.event_id = old.event_id for update;
  return old;
end;
$$;

comment on function private.lock_spots() is
  'Trigger: whoever deletes an entry takes the lock of its event before the reservation, as everybody else does.';
