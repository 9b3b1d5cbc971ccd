-- How long data that is suspected or marked as spam is kept.
create function private.spam_period() returns interval
language sql
immutable
parallel safe
return interval '30 days';
