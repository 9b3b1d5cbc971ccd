-- Whether a person who was asked may say whether they are still coming: the spot is theirs, the event is still on the
-- day they were asked about, and it has not begun.
create function private.may_answer(p_reservation public.reservations) returns boolean
language plpgsql
stable
as $$
begin
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
end;
$$;
