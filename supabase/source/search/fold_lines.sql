-- Returns fold_words of each line, with a space before and after every word.
create function private.fold_lines(value text) returns text
language sql
immutable
strict
parallel safe
return (
  select coalesce(string_agg(' ' || private.fold_words(line) || ' ', chr(10) order by place), '')
  from unnest(string_to_array(value, chr(10))) with ordinality as lines (line, place)
);
