alter table public.tellings add constraint tellings_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;

create trigger audit_delete
  after delete on public.tellings
  referencing old table as old_rows
  for each statement
  execute function private.audit();
create trigger audit_insert
  after insert on public.tellings
  referencing new table as new_rows
  for each statement
  execute function private.audit();
create trigger audit_update
  after update on public.tellings
  referencing old table as old_rows new table as new_rows
  for each statement
  execute function private.audit();
create trigger set_updated_at
  before update on public.tellings
  for each row
  execute function private.set_updated_at();

create policy "Admins read tellings" on public.tellings
  for select to authenticated
  using ((select public.is_admin()));

grant select on public.tellings to authenticated;
