-- How long the log keeps admins' sign-ins and changes to their credentials.
create function private.sign_in_log_period() returns interval
language sql
immutable
parallel safe
return interval '12 months';
