-- How long a person who has left a waitlist may return.
create function private.departure_period() returns interval
language sql
immutable
parallel safe
return interval '24 hours';
