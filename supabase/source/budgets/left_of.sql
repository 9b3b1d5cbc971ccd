-- Returns how much is left of a budget of the whole site, or of p_most in its place.
create function private.left_of(p_what text, p_most bigint default null) returns bigint
language sql
stable
return (
  select greatest(0, coalesce(p_most, r.most) - coalesce(sum(s.amount), 0))
  from private.budget_rules r
  left join private.spending s on s.what = r.what and s.who = r.who and s.at > now() - r.period
  where r.what = p_what and r.who = 'site'
  group by r.most
);
