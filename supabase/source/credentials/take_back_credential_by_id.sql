-- Revokes a credential for good by the number that /verify shows, whether or not its reservation still exists. Returns
-- whether it was valid.
create function public.take_back_credential_by_id(p_id uuid) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  update public.credentials c set taken_back_at = now() where c.id = p_id and c.taken_back_at is null;
  return found;
end;
$$;

-- for admins: writes that a credential is no longer valid
grant execute on function public.take_back_credential_by_id to authenticated;
