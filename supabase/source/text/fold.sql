-- Returns text in the form that search compares: lower case, ordinary width, with ss, l and o for ß, ł and ø, without
-- kahakō and without any of the characters that are typed for an ʻokina.
create function public.fold(value text) returns text
language sql
immutable
strict
parallel safe
return replace(
  lower(
    translate(
      replace(normalize(value, nfkd), U&'\1E9E', U&'\00DF'),
      U&'\0142\0141\00F8\00D8\0304\02BB\02BC\2018\2019''`', 'lloo'
    )
  ),
  U&'\00DF', 'ss'
);

-- for members: reads nothing: only computes
grant execute on function public.fold to authenticated;
