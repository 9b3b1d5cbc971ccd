-- Returns the number of code points without format characters (Unicode category Cf), as the forms count them.
create function public.visible_length(value text) returns integer
language sql
immutable
strict
parallel safe
return char_length(
  regexp_replace(
    value,
    '[\u00AD\u0600-\u0605\u061C\u06DD\u070F\u0890\u0891\u08E2\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F'
      || '\uFEFF\uFFF9-\uFFFB\U000110BD\U000110CD\U00013430-\U0001343F\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A'
      || '\U000E0001\U000E0020-\U000E007F]',
    '',
    'g'
  )
);

-- for members: reads nothing: only computes
grant execute on function public.visible_length to authenticated;
