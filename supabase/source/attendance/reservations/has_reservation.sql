-- Whether an entry has a spot that is not merely held, which lets the person reserve at events for the people of this
-- event.
create function private.has_reservation(p_entry uuid) returns boolean
language sql
stable
return exists (select from public.reservations r where r.id = p_entry and r.state = 'placed' and r.hold_until is null);
