create function private.take_a_place(p_id uuid, p_mails boolean) returns boolean
language plpgsql
as $$
declare
  own public.reservations;
  confirmed boolean;
  starts_at timestamptz;
begin
  select r.* into own from public.reservations r where r.id = p_id;
  if own.state <> 'waiting' or not private.has_place_for(own.event_id, own.party, own.line, p_mails) then
    return false;
  end if;
  select w.confirmed_at is not null, e.starts_at into confirmed, starts_at
    from public.waitlist_entries w
    join public.events e on e.id = w.event_id
    where w.id = p_id;
  update public.reservations r
    set state = 'placed', hold_until = case when p_mails and not confirmed then least(now() + interval '2 hours', starts_at) end
    where r.id = p_id;
  if p_mails and confirmed then
    perform private.owe_ticket(p_id);
  end if;
  return true;
end;
$$;

comment on function private.take_a_place(uuid, boolean) is
  'Gives a free place to whoever waits, as has_place_for says: for two hours, and not beyond the start, to an address that nobody has confirmed. The caller holds the lock. Answers whether they have it.';
