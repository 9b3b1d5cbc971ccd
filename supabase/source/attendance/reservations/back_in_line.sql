-- Puts a reservation that is no longer active at the end of the waitlist. The caller holds the lock. Returns whether it
-- was inactive.
create function private.back_in_line(p_id uuid, p_party integer) returns boolean
language plpgsql
as $$
begin
  update public.reservations r
    set state = private.state_of_newcomer(r.event_id), party = p_party,
      line = (select max(l.line) + 1 from public.reservations l where l.event_id = r.event_id),
      -- Arrival at an earlier edition does not count for this one.
      arrived = null, checked_in_at = null, checked_in_by = null,
      decided_at = null, words = null
    where r.id = p_id and r.state in ('declined', 'lapsed', 'canceled', 'past');
  return found;
end;
$$;
