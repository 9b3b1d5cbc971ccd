-- How long an address can be confirmed for the newsletter.
create function private.unconfirmed_period() returns interval
language sql
immutable
parallel safe
return interval '30 days';
