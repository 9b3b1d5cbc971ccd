-- Whether the caller is signed in as an owner, with a session that opens the admin area.
create function public.is_owner() returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(public.admin_role() = 'owner', false);
$$;

-- for members: reads whether they are an owner
grant execute on function public.is_owner to authenticated;
