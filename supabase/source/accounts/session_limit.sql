-- How long after it began an admin's session ends.
create function private.session_limit() returns interval
language sql
immutable
parallel safe
return interval '8 hours';
