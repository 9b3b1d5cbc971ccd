-- Returns text in the form that search compares: lower case, without kahakō and without any of the characters that are
-- typed for an ʻokina.
create function public.fold(value text) returns text
language sql
immutable
strict
parallel safe
return lower(translate(normalize(value, nfd), U&'\0304\02BB\02BC\2018\2019''`', ''));

-- for members: reads nothing: only computes
grant execute on function public.fold to authenticated;
