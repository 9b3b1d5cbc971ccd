create table public.admin_users (
  id uuid primary key references auth.users (id) on delete cascade,
  created_at timestamptz not null default now()
);

comment on table public.admin_users is 'Who may use /admin: an account is an admin while its row is here. Rows come from the operator, never through the API.';

create function public.is_admin() returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select exists (select from public.admin_users where id = (select auth.uid()));
$$;

comment on function public.is_admin() is 'Whether the caller is signed in as an admin.';

revoke all on function public.is_admin() from public, anon, authenticated, service_role;
grant execute on function public.is_admin() to authenticated;

alter table public.admin_users enable row level security;
revoke all on public.admin_users from public, anon, authenticated, service_role;
grant select on public.admin_users to authenticated;

create policy "Members read their own row" on public.admin_users
  for select to authenticated using (id = (select auth.uid()));

create policy "Admins read who is an admin" on public.admin_users
  for select to authenticated using ((select public.is_admin()));
