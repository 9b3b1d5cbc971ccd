-- How long the log keeps refused sign-ins.
create function private.refused_sign_in_period() returns interval
language sql
immutable
parallel safe
return interval '90 days';
