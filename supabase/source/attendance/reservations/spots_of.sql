-- Returns the number of spots an event has in the room or online; for an event that meets in only one of them, all its
-- spots.
create function private.spots_of(p_event public.events, p_attends text) returns integer
language sql
immutable
return case
  when p_attends = 'online' and p_event.meets = 'both' then p_event.online_limit
  else p_event.attendee_limit
end;
