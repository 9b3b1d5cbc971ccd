create function private.may_answer(p_reservation public.reservations) returns boolean
language sql
stable
return p_reservation.state = 'placed'
  and p_reservation.hold_until is null
  and p_reservation.checked_in_at is null
  and exists (
    select from public.events e
    where e.id = p_reservation.event_id
      and e.status = 'scheduled'
      and e.is_published
      and e.starts_at > now()
      and private.day_of_event(e) = p_reservation.asked_for
  );

comment on function private.may_answer(public.reservations) is
  'Whether somebody who was asked may say whether they are still coming: a spot is theirs, the event is on the day about which they were asked, and has not begun.';
