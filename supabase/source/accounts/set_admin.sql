create function public.set_admin(p_email text, p_admin boolean, p_role text default 'owner') returns public.set_admin_outcome
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
    perform private.demand_proof();
  end if;
  select u.id into account from auth.users u where lower(u.email) = lower(btrim(p_email)) limit 1;
  if not found then
    return 'no-account';
  end if;
  if p_admin then
    insert into public.admin_users (id, role) values (account, p_role) on conflict do nothing;
    return case when found then 'added' else 'already-admin' end;
  end if;
  delete from public.admin_users a where a.id = account;
  return case when found then 'removed' else 'not-admin' end;
exception
  when restrict_violation then
    return 'last-owner';
end;
$$;

comment on function public.set_admin(text, boolean, text) is
  'Makes an existing account an admin of a role, or takes that away; who is one keeps the role. Owners prove who they are before. Answers added, already-admin, removed, not-admin, last-owner or no-account.';

-- for owners
grant execute on function public.set_admin(text, boolean, text) to authenticated, service_role;
