-- Counts p_amount against all budgets of p_what, or against none if one of them has too little left. For arguments and
-- return value see next_spend.
create function private.spend(p_what text[], p_keys jsonb, p_amount bigint default 1) returns timestamptz
language plpgsql
security definer
set search_path = ''
as $$
declare
  possible_at timestamptz;
begin
  -- Serializes calls that share a budget, except for the site-wide ones with several rows, where everyone would wait;
  -- locks are taken in a fixed order.
  perform pg_advisory_xact_lock(lock.number)
    from (
      select distinct hashtextextended(concat_ws(' ', 'budget', r.what, r.who, k.key), 0) as number
      from private.budget_rules r
      join jsonb_each_text(p_keys || '{"site": "site"}') k (who, key) on k.who = r.who and k.key is not null
      where r.what = any (p_what) and r.rows_of_a_part = 1
      order by 1
    ) lock;
  possible_at := private.next_spend(p_what, p_keys, p_amount);
  if possible_at is not null then
    return possible_at;
  end if;
  insert into private.spending as s (what, who, key, at, amount, number)
    select
      r.what,
      r.who,
      k.key,
      date_bin(r.period / 144, now(), 'epoch') + r.period / 144,
      p_amount,
      pg_backend_pid() % r.rows_of_a_part
    from private.budget_rules r
    join jsonb_each_text(p_keys || '{"site": "site"}') k (who, key) on k.who = r.who and k.key is not null
    where r.what = any (p_what)
    on conflict (what, who, key, at, number) do update set amount = s.amount + excluded.amount;
  return null;
end;
$$;
