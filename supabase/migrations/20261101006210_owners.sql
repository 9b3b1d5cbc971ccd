-- Roles are given and taken, and an owner stays, however it is tried.

drop trigger keep_an_admin on public.admin_users;
drop function public.keep_an_admin();

create function public.keep_an_owner()
returns trigger
language plpgsql
security definer
set search_path to ''
as $$
begin
  if old.role = 'owner' and (tg_op = 'DELETE' or new.role <> 'owner') then
    -- One at a time, so that two owners cannot remove or demote each other at once.
    perform pg_advisory_xact_lock(hashtext('admin_users'));
    if not exists (select from public.admin_users a where a.id <> old.id and a.role = 'owner') then
      raise exception 'the last owner stays one' using errcode = 'restrict_violation';
    end if;
  end if;
  return case tg_op when 'DELETE' then old else new end;
end;
$$;

comment on function public.keep_an_owner() is 'Trigger: without an owner nobody could let anybody in.';

revoke all on function public.keep_an_owner() from public;

create trigger keep_an_owner before delete or update on public.admin_users for each row execute function public.keep_an_owner();

comment on table public.admin_users is 'Who may use /admin: an account is an admin while its row is here. Owners and the operator write it, by functions.';

drop function public.admin_accounts();
create function public.admin_accounts()
returns table (id uuid, email text, since timestamptz, role text)
language plpgsql
stable
security definer
set search_path to ''
as $$
begin
  if current_setting('role', true) <> 'service_role' and not public.is_owner() then
    raise exception 'only owners may see who is an admin' using errcode = 'insufficient_privilege';
  end if;
  return query
    select a.id, u.email::text, a.created_at, a.role
    from public.admin_users a
    join auth.users u on u.id = a.id
    order by a.created_at, u.email;
end;
$$;

comment on function public.admin_accounts() is 'Every admin with the address of the account and the role, the longest serving first.';

revoke all on function public.admin_accounts() from public;
grant execute on function public.admin_accounts() to authenticated, service_role;

drop function public.set_admin(text, boolean);
create function public.set_admin(p_email text, p_admin boolean, p_role text default 'owner')
returns text
language plpgsql
security definer
set search_path to ''
as $$
declare
  account uuid;
begin
  if current_setting('role', true) <> 'service_role' then
    if not public.is_owner() then
      raise exception 'only owners may decide who is an admin' using errcode = 'insufficient_privilege';
    end if;
    perform public.demand_proof();
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

comment on function public.set_admin(text, boolean, text) is 'Makes an existing account an admin of a role, or takes that away; who is one keeps the role. Owners prove who they are before. Answers added, already-admin, removed, not-admin, last-owner or no-account.';

revoke all on function public.set_admin(text, boolean, text) from public;
grant execute on function public.set_admin(text, boolean, text) to authenticated, service_role;

create function public.set_role(p_user uuid, p_role text)
returns text
language plpgsql
security definer
set search_path to ''
as $$
declare
  is_operator constant boolean := current_setting('role', true) = 'service_role';
  before text;
begin
  if not is_operator then
    if not public.is_owner() then
      raise exception 'only owners may change a role' using errcode = 'insufficient_privilege';
    end if;
    perform public.demand_proof();
  end if;
  select a.role into before from public.admin_users a where a.id = p_user for update;
  if not found then
    return 'not-admin';
  end if;
  if before = p_role then
    return 'same';
  end if;
  update public.admin_users a set role = p_role where a.id = p_user;
  perform public.note_access(
    p_user, 'role-changed', jsonb_build_object('role', p_role) || case when is_operator then '{"by": "operator"}' else '{}' end::jsonb
  );
  return 'changed';
exception
  when restrict_violation then
    return 'last-owner';
end;
$$;

comment on function public.set_role(uuid, text) is 'Makes an admin an owner or an editor, whose sessions end by that. Owners prove who they are before. Answers changed, same, not-admin or last-owner.';

revoke all on function public.set_role(uuid, text) from public;
grant execute on function public.set_role(uuid, text) to authenticated, service_role;
