-- Returns p_at itself if it is between 7:00 and 22:00 here, otherwise the next 7:00.
create function private.waking_time(p_at timestamptz) returns timestamptz
language sql
stable
return (
  select case
    when clock::time >= '07:00' and clock::time < '22:00' then p_at
    else (date_trunc('day', clock + interval '2 hours') + interval '7 hours') at time zone public.site_time_zone()
  end
  from (select p_at at time zone public.site_time_zone() as clock) here
);
