create function private.may_join(p_reservation public.reservations) returns boolean
language sql
stable
return p_reservation.state = 'placed'
  and p_reservation.hold_until is null
  and exists (
    select from public.events e
    where e.id = p_reservation.event_id and e.meets = 'online' and e.status = 'scheduled' and coalesce(e.over_at > now(), true)
  );

comment on function private.may_join(public.reservations) is
  'Whether somebody sees the link of an online event: a spot is theirs, and not held until they confirm, and the event is not canceled, postponed or over.';
