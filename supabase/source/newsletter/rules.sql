create trigger audit_delete
  after delete on public.newsletter_subscribers
  referencing old table as old_rows
  for each statement
  execute function private.audit('names only');
create trigger audit_insert
  after insert on public.newsletter_subscribers
  referencing new table as new_rows
  for each statement
  execute function private.audit('names only');
create trigger audit_update
  after update on public.newsletter_subscribers
  referencing old table as old_rows new table as new_rows
  for each statement
  execute function private.audit('names only');
create trigger forget_confirmation
  before update of email on public.newsletter_subscribers
  for each row
  execute function private.forget_confirmation();
create trigger set_updated_at
  before update on public.newsletter_subscribers
  for each row
  execute function private.set_updated_at();
create trigger total_of_the_day
  after insert on public.newsletter_subscribers
  referencing new table as new_rows
  for each statement
  execute function private.count_day('subscription');

create policy "Owners change newsletter subscribers" on public.newsletter_subscribers
  for update to authenticated
  using ((select public.is_owner()))
  with check ((select public.is_owner()));

create policy "Owners delete newsletter subscribers" on public.newsletter_subscribers
  for delete to authenticated
  using ((select public.is_owner()));

create policy "Owners read newsletter subscribers" on public.newsletter_subscribers
  for select to authenticated
  using ((select public.is_owner()));

grant delete, select on public.newsletter_subscribers to authenticated;
grant update (email, suspected_spam) on public.newsletter_subscribers to authenticated;


insert into private.mail_purposes (purpose, stream, editors_see, precedence) values
  ('newsletter-confirm', 'transactional', false, 2),
  ('newsletter-first', 'newsletter', false, 2),
  ('newsletter-address', 'transactional', false, 2),
  ('newsletter-address-changed', 'transactional', false, 2);
