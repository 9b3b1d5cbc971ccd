-- Returns a reservation with its event locked, for an admin; a row of nulls when there is none.
create function private.require_reservation_of(p_id uuid) returns public.reservations
language plpgsql
as $$
declare
  found_one public.reservations;
begin
  perform private.require_admin();
  select r.* into found_one from public.reservations r where r.id = p_id;
  perform private.lock_lines(found_one.event_id);
  select r.* into found_one from public.reservations r where r.id = found_one.id;
  return found_one;
end;
$$;
