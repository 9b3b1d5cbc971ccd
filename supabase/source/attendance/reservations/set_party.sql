-- Changes the number of people of a reservation; more only if enough spots are free. The caller holds the lock. Returns
-- changed, full, too-many (the event's limit for one reservation), closed or nowhere.
create function private.set_party(own public.reservations, p_party integer, p_mails boolean)
  returns public.change_party_outcome
language plpgsql
as $$
declare
  event public.events;
begin
  if own.id is null then
    return 'nowhere';
  end if;
  select e.* into event from public.events e where e.id = own.event_id;
  if p_party = own.party then
    return 'changed';
  end if;
  if p_party < 1 or (p_party > own.party and p_party > event.party_limit) then
    return 'too-many';
  end if;
  if own.checked_in_at is not null
    or private.sign_up(event.id) not in ('open', 'line', 'late')
    or (private.sign_up(event.id) = 'late' and p_party > own.party) then
    return 'closed';
  end if;
  if p_party > own.party and own.state in ('placed', 'offered') then
    if p_party - own.party > private.spots_of(event, own.attends) - (
      select p.taken from public.event_spots p where p.event_id = own.event_id and p.attends = own.attends
    ) then
      return 'full';
    end if;
  end if;
  update public.reservations r set party = p_party where r.id = own.id;
  if p_mails and own.state = 'placed' and own.hold_until is null then
    perform private.enqueue_ticket(own.id);
  end if;
  perform public.promote_line(own.event_id, p_mails);
  return 'changed';
end;
$$;
