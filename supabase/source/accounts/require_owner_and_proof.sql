-- Raises unless the caller is an owner with a fresh proof of identity.
create function private.require_owner_and_proof() returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  perform private.require_proof();
  if public.admin_role() is distinct from 'owner' then
    raise exception 'this is for owners' using errcode = 'insufficient_privilege';
  end if;
end;
$$;
