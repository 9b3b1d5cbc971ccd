create function public.admin_role() returns text
language sql
stable
security definer
set search_path = ''
as $$
  select s.role from private.admin_standing() s where s.standing = 'open';
$$;

comment on function public.admin_role() is
  'owner or editor; null for whoever is no admin, or has no session that opens the area of admins.';

-- for members: reads the caller's own role
grant execute on function public.admin_role() to authenticated;
