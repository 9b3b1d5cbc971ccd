-- Moves all talks of an event that begin on a day here by some minutes, later or earlier, even past midnight.
-- p_version is the latest updated_at of them, so that a form submitted twice moves them once. Returns shifted; changed;
-- room-taken (no talk is moved) if one would overlap a talk of another day; no-talks.
create function public.shift_talks(
  p_event uuid,
  p_day date,
  p_minutes integer,
  p_version timestamptz
) returns public.shift_talks_outcome
language plpgsql
as $$
declare
  midnight constant timestamptz := p_day::timestamp at time zone public.site_time_zone();
  next_midnight constant timestamptz := (p_day + 1)::timestamp at time zone public.site_time_zone();
  version timestamptz;
begin
  perform pg_advisory_xact_lock(hashtextextended('programme ' || p_event, 0));
  perform from public.talks t where t.event_id = p_event order by t.id for update;
  select max(t.updated_at) into version
    from public.talks t
    where t.event_id = p_event and t.starts_at >= midnight and t.starts_at < next_midnight;
  if version is null then
    return 'no-talks';
  end if;
  if version is distinct from p_version then
    return 'changed';
  end if;
  update public.talks t
    set
      starts_at = t.starts_at + make_interval(mins => p_minutes),
      ends_at = t.ends_at + make_interval(mins => p_minutes)
    where t.event_id = p_event and t.starts_at >= midnight and t.starts_at < next_midnight;
  return 'shifted';
exception
  when exclusion_violation then
    return 'room-taken';
end;
$$;

-- for members: writes times of talks
grant execute on function public.shift_talks to authenticated;
