create function private.attendance(p_event uuid) returns jsonb
language sql
stable
return (
  select jsonb_build_object(
    'expected', coalesce(sum(r.party), 0),
    'came', coalesce(sum(r.arrived), 0),
    'left', coalesce(sum(r.party) filter (where r.checked_in_at is null), 0),
    -- An event that got its next date keeps the count of the last one; the door of a sample is open at once.
    'walked_in', (
      select coalesce(sum(w.people), 0)
      from public.walk_ins w
      join public.events e on e.id = w.event_id
      where w.event_id = p_event and (w.created_at >= e.starts_at - interval '2 hours' or private.is_sample_event(e.id))
    )
  )
  from public.reservations r
  where r.event_id = p_event and r.state = 'placed' and r.attends = 'room'
);

comment on function private.attendance(uuid) is
  'People of the present edition of an event, at its door: expected (with a spot in the room), came of those, left (their party has not been checked in) and walked_in since the door opened.';
