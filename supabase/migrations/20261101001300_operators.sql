create function public.keep_an_admin() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- One removal at a time, so that two admins cannot remove each other at once.
  perform pg_advisory_xact_lock(hashtext('admin_users'));
  if not exists (select from public.admin_users where id <> old.id) then
    raise exception 'the last admin cannot be removed' using errcode = 'restrict_violation';
  end if;
  return old;
end;
$$;

comment on function public.keep_an_admin() is 'Trigger: without an admin nobody could let anybody in.';

revoke all on function public.keep_an_admin() from public, anon, authenticated, service_role;

create trigger keep_an_admin before delete on public.admin_users
  for each row execute function public.keep_an_admin();

create function public.admin_accounts() returns table (id uuid, email text, since timestamptz)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if current_setting('role', true) <> 'service_role' and not public.is_admin() then
    raise exception 'only admins may see who is one' using errcode = 'insufficient_privilege';
  end if;
  return query
    select a.id, u.email::text, a.created_at
    from public.admin_users a
    join auth.users u on u.id = a.id
    order by a.created_at, u.email;
end;
$$;

comment on function public.admin_accounts() is 'Every admin with the address of the account, the longest serving first.';

create function public.set_admin(p_email text, p_admin boolean) returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  account uuid;
begin
  if current_setting('role', true) <> 'service_role' and not public.is_admin() then
    raise exception 'only admins may decide who is one' using errcode = 'insufficient_privilege';
  end if;
  select u.id into account from auth.users u where lower(u.email) = lower(btrim(p_email)) limit 1;
  if not found then
    return 'no-account';
  end if;
  if p_admin then
    insert into public.admin_users (id) values (account) on conflict do nothing;
    return case when found then 'added' else 'already-admin' end;
  end if;
  delete from public.admin_users a where a.id = account;
  return case when found then 'removed' else 'not-admin' end;
exception
  when restrict_violation then
    return 'last-admin';
end;
$$;

comment on function public.set_admin(text, boolean) is
  'Makes an existing account an admin, or takes that away. Answers added, already-admin, removed, not-admin, last-admin or no-account.';

revoke all on function public.admin_accounts(), public.set_admin(text, boolean) from public, anon, authenticated, service_role;
grant execute on function public.admin_accounts(), public.set_admin(text, boolean) to authenticated, service_role;
