create policy "Owners read what the doctor found" on public.doctor_checks
  for select to authenticated
  using ((select public.is_owner()));

grant select on public.doctor_checks to authenticated;


create policy "Visitors read when the jobs ran" on public.heartbeats
  for select to anon, authenticated
  using (true);

grant select on public.heartbeats to anon;
grant select on public.heartbeats to authenticated;


create policy "Owners read when a backup was last tried" on public.restore_drills
  for select to authenticated
  using ((select public.is_owner()));

grant select on public.restore_drills to authenticated;
