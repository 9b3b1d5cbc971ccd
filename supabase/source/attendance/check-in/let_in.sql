-- Records that p_people of a party have arrived; the first check-in counts. It also ends a request to switch between
-- room and online. p_people more come in if p_seen, those that the helper saw as in, are in. The caller has already
-- checked that the door is open.
create function private.let_in(
  p_reservation uuid,
  p_people integer,
  p_helper text,
  p_at timestamptz,
  p_seen integer default null
) returns public.check_in_outcome
language plpgsql
as $$
declare
  found_one public.reservations;
begin
  select r.* into found_one from public.reservations r where r.id = p_reservation for update;
  if not found then
    return 'not-found';
  end if;
  if found_one.checked_in_at is not null then
    update public.reservations r
      set arrived = least(r.arrived + greatest(p_people, 1), r.party)
      where r.id = found_one.id and r.arrived = p_seen and r.arrived < r.party;
    return case when found then 'in' else 'already-in' end;
  end if;
  if found_one.state <> 'placed' then
    return 'no-spot';
  end if;
  update public.reservations r
    set
      arrived = least(greatest(p_people, 1), found_one.party),
      checked_in_at = p_at,
      checked_in_by = p_helper,
      hold_until = null,
      switches_to = null
    where r.id = found_one.id;
  return 'in';
end;
$$;
