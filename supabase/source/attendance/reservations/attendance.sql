-- Returns the numbers of people at the door for the current edition of an event: expected (with a spot in the room),
-- came (of those), left (their party is not checked in yet) and walked_in since the door opened.
create function private.attendance(p_event uuid) returns jsonb
language sql
stable
return (
  select jsonb_build_object(
    'expected', coalesce(sum(r.party), 0),
    'came', coalesce(sum(r.arrived), 0),
    'left', coalesce(sum(r.party) filter (where r.checked_in_at is null), 0),
    -- An event that moved to its next date keeps the walk-ins of the last one; the door of a sample event is open from
    -- the start.
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
