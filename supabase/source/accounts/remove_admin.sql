-- Revokes an account's access to the admin area; the account itself remains. Owners need a fresh proof of identity.
create function public.remove_admin(p_email text) returns public.remove_admin_outcome
language plpgsql
security definer
set search_path = ''
as $$
begin
  if current_setting('role', true) <> 'service_role' then
    perform private.require_owner();
    perform private.require_proof();
  end if;
  delete from public.admin_users a
    using auth.users u
    where u.id = a.id and lower(u.email) = lower(btrim(p_email));
  return case when found then 'removed' else 'not-admin' end;
exception
  when restrict_violation then
    return 'last-owner';
end;
$$;

-- for owners
grant execute on function public.remove_admin to authenticated, service_role;
