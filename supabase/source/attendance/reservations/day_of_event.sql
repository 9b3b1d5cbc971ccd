-- Returns the day on which an event begins here; null while it has no date.
create function private.day_of_event(p_event public.events) returns date
language sql
stable
return (p_event.starts_at at time zone public.site_time_zone())::date;
