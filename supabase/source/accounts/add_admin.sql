create function public.add_admin(p_email text, p_role text default 'owner') returns public.add_admin_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  account uuid;
begin
  if current_setting('role', true) <> 'service_role' then
    if not public.is_owner() then
      raise exception 'only owners may decide who is an admin' using errcode = 'insufficient_privilege';
    end if;
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

comment on function public.add_admin(text, text) is
  'Makes an existing account an admin with a role; an account that is already an admin keeps its role. Owners need a fresh proof of identity.';

-- for owners
grant execute on function public.add_admin(text, text) to authenticated, service_role;
