-- Returns the moment that is as far from p_to on the clocks here as p_at is from p_from, on the same side.
create function private.moved_along(p_at timestamptz, p_from timestamptz, p_to timestamptz) returns timestamptz
language sql
immutable
return (
  select case when (moved.at > p_to) = (p_at > p_from) then moved.at else p_at - p_from + p_to end
  from (
    select (
      (p_at at time zone public.site_time_zone()) - (p_from at time zone public.site_time_zone())
        + (p_to at time zone public.site_time_zone())
    ) at time zone public.site_time_zone() as at
  ) moved
);
