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
  when (new.purpose = 'place-offer' and (new.state in ('accepted', 'left', 'bounced')) and old.state <> new.state)
  execute function private.note_offer();
create trigger note_told
  after update of state on public.mails
  for each row
  when (new.purpose = 'event-news' and (new.state in ('accepted', 'left')) and old.state <> new.state)
  execute function private.note_told();

create policy "Admins read mails" on public.mails
  for select to authenticated
  using ((select public.is_admin()));

grant select (id, purpose, person, occasion, state, attempts, next_attempt_at, last_error, created_at, settled_at) on public.mails to authenticated;


insert into private.mail_purposes (purpose, stream, editors_see, precedence) values
  ('waitlist-receipt', 'transactional', true, 1),
  ('waitlist-lost-link', 'transactional', true, 1),
  ('waitlist-new-link', 'transactional', true, 1),
  ('waitlist-address-confirmed', 'transactional', true, 1),
  ('waitlist-new-address', 'transactional', true, 1),
  ('waitlist-old-address', 'transactional', true, 2),
  ('event-news', 'transactional', true, 2),
  ('event-news-test', 'transactional', true, 2),
  ('place-offer', 'transactional', true, 1),
  ('place-ticket', 'transactional', true, 1),
  ('place-canceled', 'transactional', true, 1),
  ('message-receipt', 'transactional', true, 2),
  ('message-notice', 'house', true, 2),
  ('message-answer', 'transactional', true, 2),
  ('test-email', 'transactional', true, 2),
  ('newsletter-confirm', 'transactional', false, 2),
  ('newsletter-address', 'transactional', false, 2),
  ('newsletter-address-changed', 'transactional', false, 2),
  ('key-notice', 'keys', false, 0),
  ('admin-invitation', 'keys', false, 0),
  ('password-link', 'keys', false, 0),
  ('admin-new-address', 'keys', false, 0),
  ('admin-old-address', 'keys', false, 0),
  ('newsletter-issue', 'newsletter', false, 2);
