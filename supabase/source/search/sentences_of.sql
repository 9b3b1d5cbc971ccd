-- Returns the first 100,000 characters of a text, one sentence per line; sentences of more than 200 characters are
-- split between words.
create function private.sentences_of(value text) returns text
language sql
immutable
strict
parallel safe
return (
  select coalesce(string_agg(btrim(line), chr(10) order by place), '')
  from unnest(
    string_to_array(
      regexp_replace(
        regexp_replace(left(value, 100000), '([.!?…]["”’)]?\s|[。！？][」』）]*)\s*', '\1' || chr(10), 'g'),
        '(.{140,200})\s', '\1' || chr(10), 'gn'
      ),
      chr(10)
    )
  ) with ordinality as lines (line, place)
  where btrim(line) <> ''
);
