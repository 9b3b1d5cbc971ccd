-- Returns the time zone of all dates and times that people read and type: what comments here call "here". The clock of
-- app/community.ts is the same zone's.
create function public.site_time_zone() returns text
language sql
immutable
parallel safe
return 'Pacific/Honolulu';

-- for members: reads the time zone
grant execute on function public.site_time_zone to anon, authenticated, service_role;
