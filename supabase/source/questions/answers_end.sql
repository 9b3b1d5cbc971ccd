-- Returns until when people may change their answers: the end of the day that the organizers set, but no later than the
-- start; for a month or quarter its end.
create function private.answers_end(p_event public.events) returns timestamptz
language sql
stable
return case p_event.status
  when 'cancelled' then timestamptz '-infinity'
  when 'postponed' then timestamptz 'infinity'
  else least(
    timestamptz 'infinity',
    case when p_event.date_precision in ('exact', 'day') then p_event.starts_at else p_event.over_at end,
    -- A day that had passed when the event got its date was meant for another evening.
    case when p_event.answers_until >= (p_event.dated_at at time zone public.site_time_zone())::date
      then (p_event.answers_until + 1)::timestamp at time zone public.site_time_zone()
    end
  )
end;
