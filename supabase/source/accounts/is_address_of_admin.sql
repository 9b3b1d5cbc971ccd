-- Whether an admin signs in with this address.
create function private.is_address_of_admin(p_email text) returns boolean
language sql
stable
security definer
set search_path = ''
return exists (
  select from public.admin_users a
  join auth.users u on u.id = a.id
  where lower(u.email) = lower(p_email)
);
