create table public.restore_drills (
  drilled_at timestamptz primary key default now(),
  row_count bigint not null check (row_count > 0)
);
alter table public.restore_drills enable row level security;
create policy "Admins read when a backup was last tried" on public.restore_drills
  for select to authenticated using ((select public.is_admin()));

comment on table public.restore_drills is 'When a backup was restored elsewhere and worked, and how many rows it had.';

create function public.note_restore_drill(p_row_count bigint) returns void
language sql
security definer
set search_path = ''
as $$
  insert into public.restore_drills (row_count) values (p_row_count)
  on conflict (drilled_at) do update set row_count = excluded.row_count;
$$;

comment on function public.note_restore_drill(bigint) is 'Writes that a backup with so many rows was restored elsewhere just now, and worked.';

revoke all on table public.restore_drills from public, anon, authenticated, service_role;
grant select on table public.restore_drills to authenticated;
revoke all on function public.note_restore_drill(bigint) from public, anon, authenticated, service_role;
grant execute on function public.note_restore_drill(bigint) to service_role;
