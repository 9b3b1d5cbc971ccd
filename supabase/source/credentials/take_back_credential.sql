create function public.take_back_credential(p_reservation uuid) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not public.is_admin() then
    raise exception 'only admins take credentials back' using errcode = 'insufficient_privilege';
  end if;
  update public.credentials c set taken_back_at = now() where c.reservation_id = p_reservation and c.taken_back_at is null;
  return found;
end;
$$;

comment on function public.take_back_credential(uuid) is
  'Revokes the credentials of a reservation for good. Returns whether there was a valid one.';

-- for admins: writes that a credential is no longer valid
grant execute on function public.take_back_credential(uuid) to authenticated;
