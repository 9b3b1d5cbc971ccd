-- Where only days are known, an event may take several: it ends with the first instant after the last of them. Its end decides
-- when it is over, so over_at is made anew, and with it what is built on it.
drop trigger note_past_edition on public.events;
alter table public.events
  drop constraint dates_have_years_of_four_digits,
  drop constraint only_an_exact_time_has_an_end,
  drop column over_at;
alter table public.events
  add column over_at timestamptz generated always as (
    case date_precision
      when 'month' then (date_trunc('month', starts_at at time zone 'Pacific/Honolulu') + interval '1 month') at time zone 'Pacific/Honolulu'
      when 'quarter' then (date_trunc('quarter', starts_at at time zone 'Pacific/Honolulu') + interval '3 months') at time zone 'Pacific/Honolulu'
      when 'tba' then null
      else coalesce(
        ends_at,
        (date_trunc('day', starts_at at time zone 'Pacific/Honolulu') + interval '1 day') at time zone 'Pacific/Honolulu'
      )
    end
  ) stored,
  add constraint only_an_exact_time_or_a_day_has_an_end check (ends_at is null or date_precision in ('exact', 'day')),
  add constraint a_last_day_ends_at_midnight check (
    date_precision <> 'day' or (ends_at at time zone 'Pacific/Honolulu')::time = time '00:00'
  ),
  add constraint dates_have_years_of_four_digits check (
    starts_at >= '0001-01-01 00:00Z'::timestamptz and coalesce(over_at, starts_at) < '10000-01-01 00:00Z'::timestamptz
  ) not valid;
comment on column public.events.ends_at is 'End of an exact time; of a day of several, the first instant after the last one.';
comment on column public.events.over_at is 'Instant from which the event is past; null while no date is announced.';
grant select (over_at) on public.events to anon;

create trigger note_past_edition
  after update on public.events
  for each row
  when (
    old.over_at is distinct from new.over_at
    and old.over_at <= now()
    and old.status <> 'postponed'
    and old.dated_at <= now() - interval '1 day'
  )
  execute function public.note_past_edition();
