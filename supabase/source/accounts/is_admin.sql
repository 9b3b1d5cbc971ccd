-- Whether the caller is signed in as an admin of either role, with a session that opens the admin area.
create function public.is_admin() returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select public.admin_role() is not null;
$$;

-- for members: reads whether they are an admin
grant execute on function public.is_admin to authenticated;
