alter table public.door_passes add constraint door_passes_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;

call pg_temp.audit_names('public.door_passes', 'insert, update');
call pg_temp.allow('Admins', 'read, add, change', 'public.door_passes');
call pg_temp.allow('Admins', 'read', 'public.walk_ins');
call pg_temp.allow('Admins', 'read', 'public.door_presses');

create trigger end_own_passes
  after delete on private.admin_sessions
  for each row
  execute function private.end_own_passes();
create trigger end_own_passes
  after delete on public.admin_users
  for each row
  execute function private.end_own_passes_of();

grant insert (event_id, name, token_digest, is_own) on public.door_passes to authenticated;
grant select (id, event_id, name, created_at, ended_at) on public.door_passes to authenticated;
grant update (ended_at) on public.door_passes to authenticated;

alter table public.walk_ins add constraint walk_ins_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;

grant select on public.walk_ins to authenticated;

alter table public.door_presses add constraint door_presses_reservation_id_fkey
  foreign key (reservation_id) references public.reservations(id) on delete cascade;

grant select on public.door_presses to authenticated;
