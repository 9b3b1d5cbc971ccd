-- Returns the state of a reservation for which nothing is decided yet: asked where an admin decides, else waiting.
create function private.state_of_newcomer(p_event uuid) returns text
language sql
stable
return (
  select case when e.admission = 'asked' then 'asked' else 'waiting' end from public.events e where e.id = p_event
);
