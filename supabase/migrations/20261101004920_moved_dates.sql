-- An event that was moved says from when, to search engines and whoever wrote the old date down.
alter table public.events add column previous_starts_at timestamptz;

comment on column public.events.previous_starts_at is 'The announced start before the date was moved; null where it never was, and for the next edition.';

grant select (previous_starts_at) on public.events to anon;

create function public.set_previous_start() returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if old.over_at <= now() and old.status <> 'postponed' then
    -- That edition took place: another date is the next edition's.
    new.previous_starts_at := null;
  elsif old.is_published and old.date_precision in ('exact', 'day') and not (
    -- A day whose hour becomes known, or is taken back, is not another one.
    'day' in (old.date_precision, new.date_precision) and coalesce(
      date_trunc('day', old.starts_at at time zone 'Pacific/Honolulu') = date_trunc('day', new.starts_at at time zone 'Pacific/Honolulu')
      and new.date_precision in ('exact', 'day'), false)
  ) then
    new.previous_starts_at := old.starts_at;
  end if;
  return new;
end;
$$;

comment on function public.set_previous_start() is 'Trigger: keeps the announced start of an event that is moved while it lies ahead, and forgets it with the next edition.';

revoke all on function public.set_previous_start() from public;

create trigger set_previous_start before update on public.events
  for each row
  when (old.starts_at is distinct from new.starts_at or old.date_precision is distinct from new.date_precision)
  execute function public.set_previous_start();
