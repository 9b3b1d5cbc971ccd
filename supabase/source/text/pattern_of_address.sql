-- Returns a regular expression that finds an email address in a text, even percent-encoded, but not as part of another
-- address.
create function private.pattern_of_address(p_email text) returns text
language sql
immutable
strict
parallel safe
return (
  select '(?:(?<![a-z0-9._%+-])|(?<=%[0-9a-f][0-9a-f]))'
    || string_agg(
      case when c ~ '[a-z0-9]' then c else '(?:\' || c || '|%' || to_hex(ascii(c)) || ')' end, '' order by n
    )
    || '(?![a-z0-9-]|[.][a-z0-9])'
  from unnest(string_to_array(lower(p_email), null)) with ordinality as letters (c, n)
);
