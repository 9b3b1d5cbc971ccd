-- How long a new address for the newsletter can be confirmed.
create function private.newsletter_address_change_period() returns interval
language sql
immutable
parallel safe
return interval '7 days';
