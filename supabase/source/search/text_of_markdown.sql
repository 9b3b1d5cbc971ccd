-- Returns the words of a text in Markdown for the search, without its marks: links as "words (address)"; lists keep "-
-- ".
create function private.text_of_markdown(markdown text) returns text
language sql
immutable
strict
parallel safe
return regexp_replace(
  regexp_replace(
    regexp_replace(
      regexp_replace(
        regexp_replace(markdown, '\[([^][]*)\]\(([^()\s]*)\)', '\1 (\2)', 'g'),
        '^[ ]{0,3}(#{1,6}|>)[ ]+', '', 'gn'
      ),
      '\*\*|__|`', '', 'g'
    ),
    '\*(\S[^*\n]*)\*', '\1', 'g'
  ),
  '\\([][!-/:-@^_`{|}~])', '\1', 'g'
);
