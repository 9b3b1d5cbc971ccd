create function public.logged_admins(p_ids uuid[]) returns table (id uuid, email text)
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if not public.is_owner() then
    raise exception 'only owners may see who was one' using errcode = 'insufficient_privilege';
  end if;
  return query
    select u.id, u.email::text
    from auth.users u
    where u.id = any (p_ids)
      and exists (select from public.audit_log g where g.table_name = 'admin_users' and g.row_id = u.id::text);
end;
$$;

comment on function public.logged_admins(uuid[]) is
  'The addresses of those accounts that are or were an admin, as the log says; a deleted account has none.';

grant execute on function public.logged_admins(uuid[]) to authenticated;
