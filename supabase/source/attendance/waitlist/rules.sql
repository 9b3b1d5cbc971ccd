alter table public.waitlist_entries add constraint waitlist_entries_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;

call pg_temp.note_updates('public.waitlist_entries');
call pg_temp.audit_names('public.waitlist_entries');
call pg_temp.allow('Admins', 'read, change', 'public.waitlist_entries');
call pg_temp.allow('Owners', 'delete', 'public.waitlist_entries');

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
create trigger total_of_the_day
  after insert on public.waitlist_entries
  referencing new table as new_rows
  for each statement
  execute function private.count_day('waitlist');

grant delete, select on public.waitlist_entries to authenticated;
grant update (name, email, note) on public.waitlist_entries to authenticated;

alter table private.waitlist_departures add constraint waitlist_departures_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;

-- person: the entry; of the last two, the change of address
insert into private.mail_purposes (purpose, stream, editors_see, precedence, link) values
  ('waitlist-receipt', 'transactional', true, 1, 'status'),
  ('waitlist-lost-link', 'transactional', true, 1, 'status'),
  ('waitlist-new-link', 'transactional', true, 1, 'status'),
  ('waitlist-address-confirmed', 'transactional', true, 1, 'status'),
  ('waitlist-new-address', 'transactional', true, 2, 'status'),
  ('waitlist-old-address', 'transactional', true, 2, null);
