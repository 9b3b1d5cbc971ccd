create function private.departure_period() returns interval
language sql
immutable
parallel safe
return interval '24 hours';

comment on function private.departure_period() is 'How long a person who has left a waitlist may return.';
