alter table public.door_passes add constraint door_passes_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;

create trigger audit_insert
  after insert on public.door_passes
  referencing new table as new_rows
  for each statement
  execute function private.audit('names only');
create trigger audit_update
  after update on public.door_passes
  referencing old table as old_rows new table as new_rows
  for each statement
  execute function private.audit('names only');

create trigger end_own_passes
  after delete on private.admin_sessions
  for each row
  execute function private.end_own_passes();
create trigger end_own_passes
  after delete on public.admin_users
  for each row
  execute function private.end_own_passes_of();

create policy "Admins make door passes" on public.door_passes
  for insert to authenticated
  with check ((select public.is_admin()));

create policy "Admins read door passes" on public.door_passes
  for select to authenticated
  using ((select public.is_admin()));

create policy "Admins take door passes back" on public.door_passes
  for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));

grant insert (event_id, name, token_digest, is_own) on public.door_passes to authenticated;
grant select (id, event_id, name, created_at, ended_at) on public.door_passes to authenticated;
grant update (ended_at) on public.door_passes to authenticated;


alter table public.walk_ins add constraint walk_ins_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;

create policy "Admins read walk-ins" on public.walk_ins
  for select to authenticated
  using ((select public.is_admin()));

grant select on public.walk_ins to authenticated;


alter table public.door_presses add constraint door_presses_reservation_id_fkey
  foreign key (reservation_id) references public.reservations(id) on delete cascade;

create policy "Admins read what was pressed at the door" on public.door_presses
  for select to authenticated
  using ((select public.is_admin()));

grant select on public.door_presses to authenticated;
