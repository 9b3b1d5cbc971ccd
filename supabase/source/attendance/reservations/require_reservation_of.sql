create function private.require_reservation_of(p_id uuid) returns public.reservations
language plpgsql
as $$
declare
  found_one public.reservations;
begin
  if not public.is_admin() then
    raise exception 'only admins may give spots' using errcode = 'insufficient_privilege';
  end if;
  select r.* into found_one from public.reservations r where r.id = p_id;
  perform private.lock_lines(found_one.event_id);
  select r.* into found_one from public.reservations r where r.id = found_one.id;
  return found_one;
end;
$$;

comment on function private.require_reservation_of(uuid) is
  'Returns a reservation with its event locked, for an admin; a row of nulls when there is none.';
