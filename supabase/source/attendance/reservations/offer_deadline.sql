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

comment on function private.offer_deadline(timestamptz, integer, timestamptz) is
  'When an offer ends whose mail was accepted at p_from: p_hours later, but after half of the time that is left until sign-up ends; at 9:00 in Honolulu where that is between 22:00 and 7:00; never after sign-up ends (p_end).';
