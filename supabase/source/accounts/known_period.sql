-- How long an address or browser that an admin signed in with stays known after its last use.
create function private.known_period() returns interval
language sql
immutable
parallel safe
return interval '90 days';
