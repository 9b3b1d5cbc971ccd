-- Returns how far two moments are apart on the clocks here, in seconds.
create function private.clock_seconds(p_from timestamptz, p_until timestamptz) returns numeric
language sql
immutable
return extract(
  epoch from (p_until at time zone public.site_time_zone()) - (p_from at time zone public.site_time_zone())
);
