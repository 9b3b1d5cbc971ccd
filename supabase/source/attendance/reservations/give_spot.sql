create function public.give_spot(p_id uuid, p_mails boolean) returns public.give_spot_outcome
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
  if own.waits_for is null then
    return own.state;
  end if;
  if not private.take_spots(p_id, p_mails) then
    return (
      select case when private.sign_up(e.id) <> 'open' then 'closed' when own.party > private.spots_of(e, p.attends) - p.taken then 'full' else 'not-next' end
      from public.events e
      join public.event_spots p on p.event_id = e.id and p.attends = own.waits_for
      where e.id = own.event_id
    );
  end if;
  update public.reservations r set hold_until = null, to_be_notified = not p_mails where r.id = p_id;
  if p_mails then
    perform private.enqueue_ticket(p_id);
  end if;
  return 'placed';
end;
$$;

comment on function public.give_spot(uuid, boolean) is
  'Gives a free spot by hand to the next person on the waitlist, where no offers are sent. Returns placed, full, not-next (someone before them may have it), closed, the state of a reservation that is not waiting, or not-found.';

-- for admins: writes the reservation of the next person on the waitlist; sends its ticket
grant execute on function public.give_spot(uuid, boolean) to authenticated;
