-- Returns the deadline of an offer whose email was accepted at p_from: p_hours later, but no later than halfway to the
-- end of sign-up; moved to 9:00 here if it would fall between 22:00 and 7:00; never after sign-up ends (p_end).
create function private.offer_deadline(p_from timestamptz, p_hours integer, p_end timestamptz) returns timestamptz
language sql
stable
return (
  select least(
    case when private.waking_time(d.at) = d.at then d.at else private.waking_time(d.at) + interval '2 hours' end,
    p_end
  )
  from (select p_from + least(make_interval(hours => p_hours), (p_end - p_from) / 2) as at) d
);
