create function private.unconfirmed_period() returns interval
language sql
immutable
parallel safe
return interval '30 days';

comment on function private.unconfirmed_period() is 'How long an address can be confirmed for the newsletter.';
