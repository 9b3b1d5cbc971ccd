-- A date that pages cannot read takes every page with it that lists events. Rows that have one already must mend it when they change.
alter table public.events
  add constraint dates_have_years_of_four_digits check (
    starts_at >= '0001-01-01 00:00Z'::timestamptz and coalesce(over_at, starts_at) < '10000-01-01 00:00Z'::timestamptz
  ) not valid;
