-- Settles an offer whose email did not, or may not have, arrived: the admin has notified the person (p_is_told; the
-- deadline starts now), or the spot is offered to the next person on the waitlist. Returns offered, lapsed, the state
-- of a reservation without an offer, or not-found.
create function public.settle_offer(p_id uuid, p_is_told boolean, p_mails boolean) returns public.settle_offer_outcome
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
  if own.state <> 'offered' then
    return own.state;
  end if;
  if p_is_told then
    update public.reservations r
      set offer_ends_at = private.offer_deadline(now(), e.offer_hours, least(e.sign_up_closes_at, e.starts_at))
      from public.events e
      where r.id = p_id and e.id = r.event_id and r.offer_ends_at is null;
    return 'offered';
  end if;
  update public.reservations r set state = 'lapsed', offer_ends_at = null where r.id = p_id;
  perform public.promote_line(own.event_id, p_mails);
  return 'lapsed';
end;
$$;

-- for admins: writes the outcome of an offer whose email did not arrive
grant execute on function public.settle_offer to authenticated;
