-- Whether a person may switch between room and online at an event that meets in both: their address is confirmed, they
-- have a spot, or wait or ask for one, and sign-up is not over.
create function private.may_switch(p_reservation public.reservations) returns boolean
language plpgsql
stable
as $$
begin
  return p_reservation.hold_until is null
    and p_reservation.checked_in_at is null
    and p_reservation.state in ('placed', 'waiting', 'asked')
    and exists (
      select from public.events e
      join public.waitlist_entries w on w.id = p_reservation.id
      where e.id = p_reservation.event_id
        and e.meets = 'both'
        and w.confirmed_at is not null
        and private.sign_up(e.id) in ('open', 'line')
    );
end;
$$;
