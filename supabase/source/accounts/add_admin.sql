-- Makes an existing account an admin with a role; an account that is already an admin keeps its role. Owners need a
-- fresh proof of identity.
create function public.add_admin(p_email text, p_role text default 'owner') returns public.add_admin_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  account uuid;
begin
  if current_setting('role', true) <> 'service_role' then
    perform private.require_owner();
    perform private.require_proof();
  end if;
  select u.id into account from auth.users u where lower(u.email) = lower(btrim(p_email)) limit 1;
  if not found then
    return 'no-account';
  end if;
  insert into public.admin_users (id, role) values (account, p_role) on conflict do nothing;
  return case when found then 'added' else 'already-admin' end;
end;
$$;

-- for owners
grant execute on function public.add_admin to authenticated, service_role;
