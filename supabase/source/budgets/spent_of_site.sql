-- Returns how much the whole site has counted of something in 24 hours.
create function private.spent_of_site(p_what text) returns bigint
language sql
stable
return (
  select coalesce(sum(s.amount), 0)::bigint
  from private.spending s
  where s.what = p_what and s.who = 'site' and s.at > now() - interval '24 hours'
);
