-- Returns until when people can look forward to an event: -infinity if it is canceled; infinity if it has no date or is
-- to get a new one.
create function private.ahead_until(p_event public.events) returns timestamptz
language sql
stable
return case p_event.status
  when 'cancelled' then '-infinity'
  when 'postponed' then 'infinity'
  else coalesce(p_event.over_at, 'infinity')
end;
