-- Returns owner or editor; null for a caller who is not an admin or has no session that opens the admin area.
create function public.admin_role() returns text
language sql
stable
security definer
set search_path = ''
as $$
  select s.role from private.admin_standing() s where s.standing = 'open';
$$;

-- for members: reads the caller's own role
grant execute on function public.admin_role to authenticated;
