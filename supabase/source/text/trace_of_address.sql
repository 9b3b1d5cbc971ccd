-- Returns the longest run of letters and digits before the @: a quick check, since a text without it cannot contain the
-- address.
create function private.trace_of_address(p_email text) returns text
language sql
immutable
strict
parallel safe
return (
  select run
  from regexp_split_to_table(split_part(lower(p_email), '@', 1), '[^a-z0-9]+') as run
  order by length(run) desc
  limit 1
);
