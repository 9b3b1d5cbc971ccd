create function private.set_previous_start() returns trigger
language plpgsql
as $$
begin
  -- An import that is undone has put it back.
  if new.previous_starts_at is distinct from old.previous_starts_at then
    return new;
  end if;
  if old.over_at <= now() and old.date_precision in ('exact', 'day') and old.status <> 'postponed' then
    -- That edition took place: another date is the next edition's.
    new.previous_starts_at := null;
  elsif old.is_published and old.date_precision in ('exact', 'day') and not (
    -- A day whose hour becomes known, or is taken back, is not another one.
    'day' in (old.date_precision, new.date_precision) and coalesce(
      date_trunc('day', old.starts_at at time zone public.site_time_zone()) = date_trunc('day', new.starts_at at time zone public.site_time_zone())
      and new.date_precision in ('exact', 'day'), false)
  ) then
    new.previous_starts_at := old.starts_at;
  end if;
  return new;
end;
$$;

comment on function private.set_previous_start() is
  'Trigger: keeps the announced start of an event that is moved while it lies ahead, and forgets it with the next edition.';
