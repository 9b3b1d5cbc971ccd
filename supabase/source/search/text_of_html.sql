-- Returns the readable text of HTML made by the renderer of articles and issues, one line per block; that renderer
-- escapes only < > " and &.
create function private.text_of_html(html text) returns text
language sql
immutable
strict
parallel safe
return replace(
  replace(
    replace(
      replace(
        regexp_replace(
          regexp_replace(
            regexp_replace(html, '\s+', ' ', 'g'),
            '<(/(p|li|h[1-6]|t[dh]|pre|blockquote|figcaption)|br ?/?)>',
            chr(10),
            'g'
          ),
          '<[^>]*>', '', 'g'
        ),
        '&lt;', '<'
      ),
      '&gt;', '>'
    ),
    '&quot;', '"'
  ),
  '&amp;', '&'
);
