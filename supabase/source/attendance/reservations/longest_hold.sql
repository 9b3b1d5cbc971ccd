-- How long after a sign-up a spot is held for an unconfirmed address at most, while its email is waiting.
create function private.longest_hold() returns interval
language sql
immutable
parallel safe
return interval '8 hours';
