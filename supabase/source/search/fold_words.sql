-- Returns the words of a text in the form that search compares, separated by single spaces: folded, without accents and
-- format characters, and Wi-Fi, e-mail, ERC-20 and Node.js as one word each; anything other than letters, digits and
-- symbols ends a word, and a run of Japanese or Chinese is one. The characters are listed explicitly, so that the
-- result is the same on every database.
create function private.fold_words(value text) returns text
language sql
immutable
strict
parallel safe
return regexp_replace(
  btrim(
    regexp_replace(
      regexp_replace(
        regexp_replace(
          public.fold(value),
          '[\u0300-\u036F\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFE0E\uFE0F\uFEFF]+', '', 'g'
        ),
        '([\u3004-\u3007\u3020-\u30FA\u30FC-\u31FF\u3400-\u9FFF\U00020000-\U0003FFFF]+)', ' \1 ', 'g'
      ),
      '[\u0001-\u002F\u003A-\u0060\u007B-\u00A9\u00AB-\u00B4\u00B6-\u00B9\u00BB-\u00BF\u00D7\u00F7\u2000-\u206F'
        '\u2190-\u21FF\u2500-\u257F\u2E00-\u2E7F\u3000-\u3003\u3008-\u301F\u30FB'
        '\uFF01-\uFF0F\uFF1A-\uFF20\uFF5B-\uFF65]+',
      ' ', 'g'
    )
  ),
  '(^| )(e(?= mail)|wi(?= fi)|(?:erc|eip|bip)(?= [0-9])|(?:node|next|vue|ethers|web3)(?= js)) ', '\1\2', 'g'
);
