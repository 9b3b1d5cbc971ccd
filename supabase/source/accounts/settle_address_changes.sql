-- Records, as note_new_address does, each change of an admin's address that the auth server has made but that was not
-- recorded at the time. Returns the number of changes recorded.
create function public.settle_address_changes() returns integer
language sql
security definer
set search_path = ''
as $$
  select count(*)::integer
  from private.admin_address_changes c
  join auth.users u on u.id = c.user_id and lower(u.email) = lower(c.email)
  where c.confirmed_at is null and c.token_digest is not null and public.note_new_address(c.token_digest);
$$;

grant execute on function public.settle_address_changes to service_role;
