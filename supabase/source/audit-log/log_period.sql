-- How long the log keeps changes made by admins.
create function private.log_period() returns interval
language sql
immutable
parallel safe
return interval '36 months';
