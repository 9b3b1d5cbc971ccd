-- That an admin with a one-time password may do nothing but choose another was the Worker's word alone.
create or replace function public.is_admin() returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (select from public.admin_users where id = (select auth.uid()))
    and not exists (
      select from public.one_time_passwords p
      join auth.users u on u.id = p.user_id and u.encrypted_password = p.encrypted_password
      where p.user_id = (select auth.uid())
    );
$$;

comment on function public.is_admin() is 'Whether the caller is signed in as an admin who has a password of their own choosing.';

create or replace function public.own_access() returns text
language sql
stable
security definer
set search_path = ''
as $$
  select case
    when public.is_admin() then 'admin'
    when exists (select from public.admin_users where id = (select auth.uid())) then 'new-admin'
    else 'member'
  end;
$$;
