-- Returns the digests of all library pictures that an article shows in its text or at its top, for an index.
create function private.pictures_in(p_markdown text, p_path text) returns text[]
language sql
immutable
return array(
  select distinct found.digests[1]
  from regexp_matches(concat(p_path, ' ', p_markdown), '[0-9a-f]{32}', 'g') as found (digests)
);
