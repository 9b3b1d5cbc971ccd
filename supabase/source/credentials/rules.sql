alter table public.credentials add constraint credentials_reservation_id_fkey
  foreign key (reservation_id) references public.reservations(id) on delete set null;

create trigger audit_update
  after update on public.credentials
  referencing old table as old_rows new table as new_rows
  for each statement
  execute function private.audit('names only');

create trigger end_undone_credential
  after update of checked_in_at on public.reservations
  for each row
  when (old.checked_in_at is not null and new.checked_in_at is null)
  execute function private.end_undone_credential();

create policy "Admins read credentials" on public.credentials
  for select to authenticated
  using ((select public.is_admin()));

grant select (number, reservation_id, created_at, taken_back_at) on public.credentials to authenticated;
