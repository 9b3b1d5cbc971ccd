-- Revokes the credentials of a reservation for good. Returns whether there was a valid one.
create function public.take_back_credential(p_reservation uuid) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.credentials c
    set taken_back_at = now()
    where c.reservation_id = p_reservation and c.taken_back_at is null;
  return found;
end;
$$;

-- for admins: writes that a credential is no longer valid
grant execute on function public.take_back_credential to authenticated;
