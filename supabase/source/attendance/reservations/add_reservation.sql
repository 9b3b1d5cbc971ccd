-- Signs someone up by hand, for the room or online if there is a choice. They get a free spot or the last position on
-- the waitlist and, where emails are sent (p_mails), a receipt, within the budget of the caller's account. Returns
-- placed, waiting, already-joined or not-found.
create function public.add_reservation(
  p_event uuid,
  p_name text,
  p_email text,
  p_party integer,
  p_mails boolean,
  p_attends text default 'room'
) returns public.add_reservation_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  event public.events;
  entry_id constant uuid := gen_random_uuid();
begin
  perform private.require_admin();
  select e.* into event from public.events e where e.id = p_event and e.takes_reservations for share;
  if not found then
    return 'not-found';
  end if;
  if not private.put_in_line(entry_id, p_event, p_name, p_email, 'by-hand', p_party, p_attends, p_mails) then
    return 'already-joined';
  end if;
  -- The admin knows them, so the spot is not held until they confirm.
  update public.reservations r set hold_until = null, to_be_notified = not p_mails where r.id = entry_id;
  if p_mails
    and not private.enqueue_mail(
      'waitlist-receipt', entry_id, null, '{by-hand}', jsonb_build_object('account', auth.uid())
    )
  then
    update public.reservations r set to_be_notified = true where r.id = entry_id;
  end if;
  return (select r.state from public.reservations r where r.id = entry_id);
end;
$$;

-- for admins: writes a waitlist entry and a reservation of an address; sends its receipt, 200 a day for each admin
grant execute on function public.add_reservation to authenticated;
