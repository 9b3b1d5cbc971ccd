call pg_temp.allow('Owners', 'read', 'public.doctor_checks');
call pg_temp.allow('Owners', 'read', 'public.restore_drills');

grant select on public.doctor_checks to authenticated;

create policy "Visitors read when the jobs ran" on public.heartbeats
  for select to anon, authenticated
  using (true);

grant select on public.heartbeats to anon;
grant select on public.heartbeats to authenticated;

grant select on public.restore_drills to authenticated;
