alter table public.event_spots add constraint event_spots_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;

create policy "Visitors read the spots of events that they see" on public.event_spots
  for select to anon, authenticated
  using (exists (select e.id from public.events e where e.id = event_spots.event_id));

grant select on public.event_spots to anon;
grant select on public.event_spots to authenticated;

alter table public.reservations add constraint reservations_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;
alter table public.reservations add constraint reservations_id_fkey
  foreign key (id) references public.waitlist_entries(id) on delete cascade;

create trigger set_attends
  before insert on public.reservations
  for each row
  execute function private.set_attends();

call pg_temp.audit_names('public.reservations', 'update');
call pg_temp.allow('Admins', 'read', 'public.reservations');
call pg_temp.audit('public.line_moves', 'insert');
call pg_temp.allow('Admins', 'read', 'public.line_moves');

create trigger count_spots_delete
  after delete on public.reservations
  referencing old table as old_rows
  for each statement
  execute function private.count_spots();
create trigger count_spots_insert
  after insert on public.reservations
  referencing new table as new_rows
  for each statement
  execute function private.count_spots();
create trigger count_spots_update
  after update on public.reservations
  referencing old table as old_rows new table as new_rows
  for each statement
  execute function private.count_spots();

grant select on public.reservations to authenticated;

grant select on public.line_moves to authenticated;

alter table private.given_up_spots add constraint given_up_spots_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;

alter table private.join_links add constraint join_links_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;

-- person: the entry; occurrence of join-link: the start in seconds since 1970; of join-link-replaced: the number of the
-- link; of still-coming and request-undecided: the day of the event in days since 1970
insert into private.mail_purposes (purpose, stream, editors_see, precedence, link, day_job) values
  ('reservation-offer', 'transactional', true, 1, 'status', null),
  ('reservation-ticket', 'transactional', true, 1, 'status', null),
  ('reservation-canceled', 'transactional', true, 1, 'status', null),
  ('join-link', 'transactional', true, 1, 'status', null),
  ('join-link-replaced', 'transactional', true, 1, 'status', null),
  ('still-coming', 'transactional', true, 1, 'status', 'private.ask_still_coming()'),
  ('request-answered', 'transactional', true, 1, 'status', null),
  ('request-undecided', 'transactional', true, 1, 'status', 'private.tell_undecided()');
