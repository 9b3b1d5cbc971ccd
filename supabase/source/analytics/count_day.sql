-- Trigger: adds new rows to the totals of their day, except suspected spam and imported rows. Its argument is the kind.
create function private.count_day() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_argv[0] = 'like' then
    insert into private.daily_totals as counted (day, kind, shard, total)
      select (n.created_at at time zone public.site_time_zone())::date, tg_argv[0], private.shard_of(n.id), count(*)
      from new_rows n
      group by 1, 3
      order by 1, 3
      on conflict (day, kind, shard) do update set total = counted.total + excluded.total;
  else
    insert into private.daily_totals as counted (day, kind, shard, total)
      select (n.created_at at time zone public.site_time_zone())::date, tg_argv[0], private.shard_of_row(n.id), count(*)
      from new_rows n
      where not n.suspected_spam and to_jsonb(n) ->> 'imported_from' is null
      group by 1, 3
      order by 1, 3
      on conflict (day, kind, shard) do update set total = counted.total + excluded.total;
  end if;
  return null;
end;
$$;
