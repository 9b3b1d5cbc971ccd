create function private.left_of(p_what text) returns bigint
language sql
stable
return (
  select greatest(0, r.most - coalesce(sum(s.amount), 0))
  from private.budget_rules r
  left join private.spending s on s.what = r.what and s.who = r.who and s.at > now() - r.period
  where r.what = p_what and r.who = 'site'
  group by r.most
);

comment on function private.left_of(text) is 'Returns how much of a budget of the whole site is left.';
