-- Returns the lexemes of the search index: each word (pieces_of), matched by prefix; with =, each word of the title;
-- with ~, all endings of the words of title and summary, whose prefixes match any part of a word; with =~, the endings
-- of title words. The words themselves never contain these signs.
create function private.search_lexemes(title text, summary text, sentences text) returns tsvector
language sql
immutable
strict
parallel safe
return (
  with words as (
    select word, true as in_title, true as in_front from private.pieces_of(private.fold_words(title)) as word
    union all
    select word, false, true from private.pieces_of(private.fold_words(summary)) as word
    union all
    select word, false, false from private.pieces_of(private.fold_words(sentences)) as word
  ),
  endings as (
    select substr(w.word, place) as ending, w.in_title
    from words w, generate_series(2, char_length(w.word)) as place
    where w.in_front and octet_length(substr(w.word, place)) > 2
  )
  select array_to_tsvector(
    array(
      select w.word from words w
      union
      select '=' || w.word from words w where w.in_title
      union
      select '~' || e.ending from endings e
      union
      select '=~' || e.ending from endings e where e.in_title
    )
  )
);
