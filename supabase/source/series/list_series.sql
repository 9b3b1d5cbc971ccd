-- For admins: returns all series by name, or one of them, each with {editions, next_starts_at, subscribers, plan:
-- [{day, state, key, event_id, title, status, is_published, starts_at, date_precision}]}: the state of the dates within
-- editions_ahead, or of the next twelve for a single series.
create function public.list_series(p_id uuid default null) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  return (
    select coalesce(
      jsonb_agg(
        to_jsonb(s) - 'folded_name' || jsonb_build_object(
          'editions', coalesce(e.editions, 0),
          'next_starts_at', e.next_starts_at,
          'subscribers', (
            select count(*) from private.series_subscriptions u where u.series_id = s.id and u.confirmed_at is not null
          ),
          'plan', (
            select coalesce(
              jsonb_agg(
                jsonb_build_object(
                  'day', p.day, 'state', p.state, 'key', p.key, 'event_id', p.event_id, 'title', m.title,
                  'status', m.status, 'is_published', m.is_published, 'starts_at', m.starts_at,
                  'date_precision', m.date_precision
                )
                order by p.day
              ),
              '[]'
            )
            from private.plan_of_series(s, case when p_id is null then s.editions_ahead else 12 end) p
            left join public.events m on m.id = p.event_id
          )
        )
        order by s.folded_name
      ),
      '[]'
    )
    from public.series s
    left join (
      select o.series_id, count(*) as editions,
        min(o.starts_at) filter (
          where o.starts_at > now()
            and o.date_precision in ('exact', 'day')
            and o.status = 'scheduled'
            and o.is_published
        ) as next_starts_at
      from public.events o
      where o.series_id is not null
      group by o.series_id
    ) e on e.series_id = s.id
    where p_id is null or s.id = p_id
  );
end;
$$;

-- for admins: reads series, and the state of their next dates
grant execute on function public.list_series to authenticated;
