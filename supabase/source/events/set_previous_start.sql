-- Trigger: keeps the announced start of an upcoming event that is moved, and clears it for the next edition.
create function private.set_previous_start() returns trigger
language plpgsql
as $$
begin
  -- An undone import has restored it.
  if new.previous_starts_at is distinct from old.previous_starts_at then
    return new;
  end if;
  if old.over_at <= now() and old.date_precision in ('exact', 'day') and old.status <> 'postponed' then
    -- That edition took place: a different date is that of the next edition.
    new.previous_starts_at := null;
  elsif old.is_published and old.date_precision in ('exact', 'day') and not (
    -- The date does not change when the hour of a day becomes known or is removed.
    'day' in (old.date_precision, new.date_precision) and coalesce(
      date_trunc('day', old.starts_at at time zone public.site_time_zone())
          = date_trunc('day', new.starts_at at time zone public.site_time_zone())
        and new.date_precision in ('exact', 'day'),
      false
    )
  ) then
    new.previous_starts_at := old.starts_at;
  end if;
  return new;
end;
$$;
