-- Whether a subscriber with these columns gets issues of the newsletter.
create function private.gets_newsletter(
  p_suspected_spam boolean,
  p_confirmed_at timestamptz,
  p_left_at timestamptz
) returns boolean
language sql
immutable
return not p_suspected_spam and p_confirmed_at is not null and p_left_at is null;
