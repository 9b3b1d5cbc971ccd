-- How long after its last request an admin's session ends.
create function private.session_idle_limit() returns interval
language sql
immutable
parallel safe
return interval '30 minutes';
