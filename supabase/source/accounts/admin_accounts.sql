-- Returns every admin with the email address of the account and the role, longest-serving first.
create function public.admin_accounts() returns table (id uuid, email text, since timestamptz, role text)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if current_setting('role', true) <> 'service_role' and not public.is_owner() then
    raise exception 'only owners may see who is an admin' using errcode = 'insufficient_privilege';
  end if;
  return query
    select a.id, u.email::text, a.created_at, a.role::text
    from public.admin_users a
    join auth.users u on u.id = a.id
    order by a.created_at, u.email;
end;
$$;

-- for owners
grant execute on function public.admin_accounts to authenticated, service_role;
