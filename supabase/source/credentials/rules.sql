alter table public.credentials add constraint credentials_reservation_id_fkey
  foreign key (reservation_id) references public.reservations(id) on delete set null;

call pg_temp.audit_names('public.credentials', 'update');
call pg_temp.allow('Admins', 'read', 'public.credentials');

create trigger end_undone_credential
  after update of checked_in_at on public.reservations
  for each row
  when (old.checked_in_at is not null and new.checked_in_at is null)
  execute function private.end_undone_credential();

grant select (number, reservation_id, created_at, taken_back_at, person) on public.credentials to authenticated;
