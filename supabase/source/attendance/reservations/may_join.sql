-- Whether a person sees the link to join: they have a spot online that is not merely held until they confirm, and the
-- event is not canceled, postponed or over.
create function private.may_join(p_reservation public.reservations) returns boolean
language plpgsql
stable
as $$
begin
  return p_reservation.state = 'placed'
    and p_reservation.hold_until is null
    and p_reservation.attends = 'online'
    and exists (
      select from public.events e
      where e.id = p_reservation.event_id and e.status = 'scheduled' and coalesce(e.over_at > now(), true)
    );
end;
$$;
