call pg_temp.note_updates('public.newsletter_subscribers');
call pg_temp.audit_names('public.newsletter_subscribers');
call pg_temp.allow('Owners', 'read, change, delete', 'public.newsletter_subscribers');

create trigger forget_confirmation
  before update of email on public.newsletter_subscribers
  for each row
  execute function private.forget_confirmation();
create trigger total_of_the_day
  after insert on public.newsletter_subscribers
  referencing new table as new_rows
  for each statement
  execute function private.count_day('subscription');

grant delete, select on public.newsletter_subscribers to authenticated;
grant update (email, suspected_spam) on public.newsletter_subscribers to authenticated;

-- person: the subscriber; of the last two, the change of address
insert into private.mail_purposes (purpose, stream, editors_see, precedence, link) values
  ('newsletter-confirm', 'transactional', false, 2, 'newsletter'),
  ('newsletter-first', 'newsletter', false, 2, 'newsletter'),
  ('newsletter-address', 'transactional', false, 2, 'newsletter'),
  ('newsletter-address-changed', 'transactional', false, 2, null);
