alter table private.mail_batches add constraint mail_batches_issue_fkey
  foreign key (issue) references public.newsletter_issues(number);

create trigger give_up_batches
  after delete on public.mails
  referencing old table as old_rows
  for each statement
  execute function private.give_up_batches();
create trigger note_offer
  after update of state on public.mails
  for each row
  when (new.purpose = 'reservation-offer' and (new.state in ('accepted', 'left', 'bounced')) and old.state <> new.state)
  execute function private.note_offer();
create trigger start_hold
  after update of state on public.mails
  for each row
  when (new.purpose = 'waitlist-receipt' and new.state = 'accepted' and old.state <> 'accepted')
  execute function private.start_hold();
create trigger note_notified
  after update of state on public.mails
  for each row
  when (new.purpose = 'event-news' and (new.state in ('accepted', 'left')) and old.state <> new.state)
  execute function private.note_notified();

call pg_temp.allow('Admins', 'read', 'public.mails');

grant select (id, purpose, person, occurrence, state, attempts, next_attempt_at, last_error, created_at, settled_at)
  on public.mails to authenticated;

-- person: the admin
insert into private.mail_purposes (purpose, stream, editors_see, precedence) values
  ('test-email', 'transactional', true, 2);
