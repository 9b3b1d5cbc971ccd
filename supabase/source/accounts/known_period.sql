create function private.known_period() returns interval
language sql
immutable
parallel safe
return interval '90 days';

comment on function private.known_period() is 'How long addresses and browsers with which an admin signed in are known, after the last time.';
