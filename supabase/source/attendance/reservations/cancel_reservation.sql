create function public.cancel_reservation(p_id uuid, p_mails boolean) returns public.cancel_reservation_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  own constant public.reservations := private.require_reservation_of(p_id);
begin
  if own.id is null then
    return 'not-found';
  end if;
  if own.checked_in_at is not null or own.state not in ('placed', 'offered', 'waiting') then
    return own.state;
  end if;
  update public.reservations r
    set state = 'canceled', switches_to = null, hold_until = null, offer_ends_at = null, to_be_notified = not p_mails
    where r.id = p_id;
  perform private.lock_workshops(p_id);
  delete from public.waitlist_entries w where w.for_entry = p_id;
  if p_mails then
    insert into public.mails (purpose, person, occurrence)
      select 'reservation-canceled', p_id, coalesce(max(m.occurrence), 0) + 1
      from public.mails m
      where m.purpose = 'reservation-canceled' and m.person = p_id;
  end if;
  perform public.promote_line(own.event_id, p_mails);
  return 'canceled';
end;
$$;

comment on function public.cancel_reservation(uuid, boolean) is
  'Cancels a spot, an offer or a position on the waitlist, and the reservations at other events that depend on it, with a notice where emails are sent. Returns canceled, the state of a reservation that cannot be canceled (including one already checked in), or not-found.';

-- for admins: writes the end of a reservation; sends its email
grant execute on function public.cancel_reservation(uuid, boolean) to authenticated;
