create function private.departure_period() returns interval
language sql
immutable
parallel safe
return interval '24 hours';

comment on function private.departure_period() is 'How long somebody who has left a list may come back.';
