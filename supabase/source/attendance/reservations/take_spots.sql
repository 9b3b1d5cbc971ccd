-- Gives a free spot to a person who waits for it or wants to switch to it, if has_spots_for allows it; for an
-- unconfirmed address it is held for two hours, but not beyond the start. The caller holds the lock. Returns whether
-- they got it.
create function private.take_spots(p_id uuid, p_mails boolean) returns boolean
language plpgsql
as $$
declare
  own public.reservations;
  confirmed boolean;
begin
  select r.* into own from public.reservations r where r.id = p_id;
  if own.waits_for is null or not private.has_spots_for(own.event_id, own.waits_for, own.party, own.line, p_mails) then
    return false;
  end if;
  if own.state = 'placed' then
    perform private.take_other_spots(p_id, p_mails);
    return true;
  end if;
  select w.confirmed_at is not null into confirmed from public.waitlist_entries w where w.id = p_id;
  update public.reservations r
    set
      state = 'placed',
      hold_until = case when p_mails and not confirmed then least(now() + interval '2 hours', e.starts_at) end
    from public.events e
    where r.id = p_id and e.id = r.event_id;
  if p_mails and confirmed then
    perform private.enqueue_ticket(p_id);
  end if;
  return true;
end;
$$;
