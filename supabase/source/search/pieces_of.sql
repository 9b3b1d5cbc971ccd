-- Returns what the index of search has of words as fold_words returns them: each word, at most 60 characters of it, and
-- of a run of Japanese or Chinese each two letters that follow each other, and the last.
create function private.pieces_of(words text) returns setof text
language sql
immutable
strict
parallel safe
-- A thousand, which PostgreSQL takes for granted, would have it compile each call.
rows 10
as $$
  with each as (
    select word, place,
      (word collate "C" >= U&'\3004' and word collate "C" < U&'\A000') or word collate "C" >= U&'\+020000' as is_run
    from unnest(string_to_array(words, ' ')) with ordinality as split (word, place)
    where word <> ''
  )
  select left(e.word, 60) from each e where not e.is_run
  union all
  select l.letter || lead(l.letter, 1, '') over (partition by e.place order by l.number)
  from each e, unnest(string_to_array(e.word, null)) with ordinality as l (letter, number)
  where e.is_run;
$$;
