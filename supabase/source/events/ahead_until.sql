create function private.ahead_until(p_event public.events) returns timestamptz
language sql
stable
return case p_event.status
  when 'cancelled' then '-infinity'
  when 'postponed' then 'infinity'
  else coalesce(p_event.over_at, 'infinity')
end;

comment on function private.ahead_until(public.events) is
  'Until when people can look forward to an event: never to one that is canceled; infinity for one that has no date, or has to get another one.';
