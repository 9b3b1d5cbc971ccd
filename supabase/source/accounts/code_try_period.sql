-- How long attempts to enter a second-factor code count.
create function private.code_try_period() returns interval
language sql
immutable
parallel safe
return interval '24 hours';
