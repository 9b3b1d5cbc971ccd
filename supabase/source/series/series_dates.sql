-- Returns the first p_count dates on or after p_from that a rule gives, without those left out: every p_every_weeks
-- weeks on a weekday (1 for Monday), counted from the first one on or after p_first_day; or the p_week_of_month-th such
-- weekday of each month, -1 for the last. Empty without a rule.
create function public.series_dates(
  p_frequency text,
  p_weekday integer,
  p_every_weeks integer,
  p_week_of_month integer,
  p_first_day date,
  p_last_day date,
  p_left_out date[],
  p_from date,
  p_count integer
) returns date[]
language sql
immutable
return (
  with rule as (
    select
      p_first_day + (p_weekday - extract(isodow from p_first_day)::integer + 7) % 7 as first_date,
      7 * p_every_weeks as step,
      greatest(p_from, p_first_day) as earliest,
      p_count + coalesce(cardinality(p_left_out), 0) as tries
  ),
  days as (
    select r.first_date + (greatest(0, (r.earliest - r.first_date + r.step - 1) / r.step) + number) * r.step as day
    from rule r
    cross join generate_series(0, r.tries) number
    where p_frequency = 'weeks'
    union all
    select
      case
        -- The last one is a week before the first of the following month.
        when p_week_of_month = -1 then following + (p_weekday - extract(isodow from following)::integer + 7) % 7 - 7
        else first + (p_weekday - extract(isodow from first)::integer + 7) % 7 + 7 * (p_week_of_month - 1)
      end
    from rule r
    cross join generate_series(0, r.tries + 1) number
    cross join lateral (
      select
        (date_trunc('month', r.earliest::timestamp) + make_interval(months => number))::date as first,
        (date_trunc('month', r.earliest::timestamp) + make_interval(months => number + 1))::date as following
    ) month
    where p_frequency = 'month'
  )
  select coalesce(array_agg(chosen.day order by chosen.day), '{}')
  from (
    select d.day
    from days d
    cross join rule r
    where d.day >= r.earliest
      and d.day <= coalesce(p_last_day, date '9998-12-31')
      and d.day < date '9999-01-01'
      and d.day <> all (coalesce(p_left_out, '{}'))
    order by d.day
    limit p_count
  ) chosen
);

-- for members: reads nothing: only computes
grant execute on function public.series_dates to authenticated;
