alter table public.waitlist_entries add constraint waitlist_entries_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;

create trigger audit_delete
  after delete on public.waitlist_entries
  referencing old table as old_rows
  for each statement
  execute function private.audit('names only');
create trigger audit_insert
  after insert on public.waitlist_entries
  referencing new table as new_rows
  for each statement
  execute function private.audit('names only');
create trigger audit_update
  after update on public.waitlist_entries
  referencing old table as old_rows new table as new_rows
  for each statement
  execute function private.audit('names only');
create trigger end_links_of_old_address
  before update of email on public.waitlist_entries
  for each row
  when (lower(new.email) <> lower(old.email) and not new.confirmed_at is distinct from old.confirmed_at)
  execute function private.end_links_of_old_address();
create trigger lock_spots
  before delete on public.waitlist_entries
  for each row
  execute function private.lock_spots();
create trigger set_told
  before insert on public.waitlist_entries
  for each row
  execute function private.set_told();
create trigger set_updated_at
  before update on public.waitlist_entries
  for each row
  execute function private.set_updated_at();
create trigger total_of_the_day
  after insert on public.waitlist_entries
  referencing new table as new_rows
  for each statement
  execute function private.count_day('waitlist');

create policy "Admins change waitlist entries" on public.waitlist_entries
  for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));

create policy "Admins read waitlist entries" on public.waitlist_entries
  for select to authenticated
  using ((select public.is_admin()));

create policy "Owners delete waitlist entries" on public.waitlist_entries
  for delete to authenticated
  using ((select public.is_owner()));

grant delete, select on public.waitlist_entries to authenticated;
grant update (name, email, note) on public.waitlist_entries to authenticated;


alter table private.waitlist_departures add constraint waitlist_departures_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;


insert into private.mail_purposes (purpose, stream, editors_see, precedence) values
  ('waitlist-receipt', 'transactional', true, 1),
  ('waitlist-lost-link', 'transactional', true, 1),
  ('waitlist-new-link', 'transactional', true, 1),
  ('waitlist-address-confirmed', 'transactional', true, 1),
  ('waitlist-new-address', 'transactional', true, 2),
  ('waitlist-old-address', 'transactional', true, 2);
