-- How long an address that the newsletter provider could not take is kept.
create function private.kept_for_provider_period() returns interval
language sql
immutable
parallel safe
return interval '30 days';
