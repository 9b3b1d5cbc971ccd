-- Takes the lock under which spots of an event change hands, in the room and online. Returns whether the event takes
-- reservations.
create function private.lock_lines(p_event uuid) returns boolean
language plpgsql
as $$
begin
  -- Fixed order: two transactions that lock the two rows in different orders would deadlock.
  perform from public.event_spots p where p.event_id = p_event order by p.attends for update;
  return found;
end;
$$;
