create table public.one_time_passwords (
  user_id uuid primary key references auth.users (id) on delete cascade,
  encrypted_password text not null,
  made_at timestamptz not null default now()
);

comment on table public.one_time_passwords is
  'Passwords that the operator''s command made. While an account still has the same hash, its owner has not chosen one.';

alter table public.one_time_passwords enable row level security;
revoke all on public.one_time_passwords from public, anon, authenticated, service_role;

create function public.note_one_time_password(p_email text) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.one_time_passwords (user_id, encrypted_password)
    select u.id, u.encrypted_password from auth.users u where lower(u.email) = lower(btrim(p_email))
    on conflict (user_id) do update set encrypted_password = excluded.encrypted_password, made_at = now();
  return found;
end;
$$;

comment on function public.note_one_time_password(text) is
  'Says that the account''s present password is a one-time one. Answers false when there is no such account.';

create function public.own_access() returns text
language sql
stable
security definer
set search_path = ''
as $$
  select case
    when not public.is_admin() then 'member'
    when exists (
      select from public.one_time_passwords p
      join auth.users u on u.id = p.user_id and u.encrypted_password = p.encrypted_password
      where p.user_id = (select auth.uid())
    ) then 'new-admin'
    else 'admin'
  end;
$$;

comment on function public.own_access() is
  'What the caller may do in /admin: admin, new-admin (an admin who still has the one-time password), or member (nothing).';

revoke all on function public.note_one_time_password(text), public.own_access()
  from public, anon, authenticated, service_role;
grant execute on function public.note_one_time_password(text) to service_role;
grant execute on function public.own_access() to authenticated;
