-- Returns how many emails the forms of a network (far) have caused in the last 24 hours, sent or waiting.
create function private.letters_of(p_keys jsonb) returns integer
language sql
stable
return (
  select coalesce(sum(s.amount), 0)
  from private.spending s
  where s.what = 'letter' and s.who = 'far' and s.key = p_keys ->> 'far' and s.at > now() - interval '24 hours'
);
