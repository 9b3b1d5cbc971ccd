-- Moves someone to the front of the waitlist, with a reason for the log; the public sees how often that happened.
-- Returns moved, the state of a reservation that is not waiting, or not-found.
create function public.move_up(p_id uuid, p_reason text, p_mails boolean) returns public.move_up_outcome
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
  insert into public.line_moves (reservation_id, reason) values (p_id, p_reason);
  update public.event_spots p
    set moved_up = p.moved_up + 1
    where p.event_id = own.event_id and p.attends = own.waits_for;
  update public.reservations r
    set line = (select min(l.line) - 1 from public.reservations l where l.event_id = own.event_id)
    where r.id = p_id;
  perform public.promote_line(own.event_id, p_mails);
  return 'moved';
end;
$$;

-- for admins: writes a person to the front of the waitlist, with a reason
grant execute on function public.move_up to authenticated;
