-- Returns the next dates of the rule of a series that are still ahead at the hour of the template, with the state of
-- each: made (also by hand, or by the template itself, if it is of no series); deleted; due (within editions_ahead);
-- later; key-taken (another event has the key) or no-template (there is none, or its day is not known).
create function private.plan_of_series(p_series public.series, p_count integer)
returns table (day date, state text, event_id uuid, key text, starts_at timestamptz, ends_at timestamptz)
language sql
stable
as $$
  with clock as (
    select
      now() at time zone public.site_time_zone() as local,
      (t.event ->> 'starts_at')::timestamptz as template_starts_at,
      (t.event ->> 'ends_at')::timestamptz as template_ends_at,
      ((t.event ->> 'starts_at')::timestamptz at time zone public.site_time_zone())::time as at_time,
      t.event ->> 'date_precision' in ('exact', 'day') as is_dated
    from (select) one
    left join private.series_templates t on t.series_id = p_series.id
  ),
  dates as (
    select d.day, d.number, (d.day + c.at_time) at time zone public.site_time_zone() as starts_at, c.*
    from clock c
    cross join unnest(public.series_dates(
      p_series.frequency, p_series.weekday, p_series.every_weeks, p_series.week_of_month, p_series.first_day,
      p_series.last_day,
      p_series.left_out,
      c.local::date + case when c.local::date + coalesce(c.at_time, '23:59') > c.local then 0 else 1 end,
      p_count
    )) with ordinality d(day, number)
  )
  select d.day,
    case
      when o.day is not null and o.event_id is null then 'deleted'
      when coalesce(o.event_id, e.id) is not null then 'made'
      when d.is_dated is not true then 'no-template'
      when exists (select from public.events other where other.key = p_series.key || '-' || d.day) then 'key-taken'
      when d.number <= p_series.editions_ahead then 'due'
      else 'later'
    end,
    coalesce(o.event_id, e.id),
    p_series.key || '-' || d.day,
    d.starts_at,
    private.moved_along(d.template_ends_at, d.template_starts_at, d.starts_at)
  from dates d
  left join private.occurrences o on o.series_id = p_series.id and o.day = d.day
  left join lateral (
    select added.id
    from public.events added
    where o.day is null
      and (added.series_id = p_series.id or added.id = p_series.template_id and added.series_id is null)
      and added.date_precision in ('exact', 'day')
      and added.starts_at >= d.day::timestamp at time zone public.site_time_zone()
      and added.starts_at < (d.day + 1)::timestamp at time zone public.site_time_zone()
      and not exists (select from private.occurrences other where other.event_id = added.id)
    order by added.created_at, added.id
    limit 1
  ) e on true
  order by d.day;
$$;
