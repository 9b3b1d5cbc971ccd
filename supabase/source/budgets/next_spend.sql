-- Returns the earliest time at which p_amount can be spent from the budgets p_what by p_keys ({who: key}; the site
-- always counts); null if it can be spent now. A rule for a party that is not among the keys does not apply.
create function private.next_spend(p_what text[], p_keys jsonb, p_amount bigint default 1) returns timestamptz
language plpgsql
stable
as $$
begin
  return (
    select max(coalesce(spent.possible_at, now() + r.period))
    from private.budget_rules r
    join jsonb_each_text(p_keys || '{"site": "site"}') k (who, key) on k.who = r.who and k.key is not null
    cross join lateral (
      select
        sum(part.amount) as amount,
        min(part.at + r.period) filter (where part.newer + p_amount <= r.most) as possible_at
      from (
        select
          s.at,
          sum(s.amount) as amount,
          coalesce(
            sum(sum(s.amount)) over (order by s.at desc rows between unbounded preceding and 1 preceding), 0
          ) as newer
        from private.spending s
        where s.what = r.what and s.who = r.who and s.key = k.key and s.at > now() - r.period
        group by s.at
      ) part
    ) spent
    where r.what = any (p_what) and coalesce(spent.amount, 0) + p_amount > r.most
  );
end;
$$;
