create trigger audit_delete
  after delete on public.contact_messages
  referencing old table as old_rows
  for each statement
  execute function private.audit('names only');
create trigger audit_insert
  after insert on public.contact_messages
  referencing new table as new_rows
  for each statement
  execute function private.audit('names only');
create trigger audit_update
  after update on public.contact_messages
  referencing old table as old_rows new table as new_rows
  for each statement
  execute function private.audit('names only');
create trigger set_handled_at
  before update on public.contact_messages
  for each row
  execute function private.set_handled_at();
create trigger set_updated_at
  before update on public.contact_messages
  for each row
  execute function private.set_updated_at();
create trigger total_of_the_day
  after insert on public.contact_messages
  referencing new table as new_rows
  for each statement
  execute function private.count_day('message');

create policy "Admins change contact messages" on public.contact_messages
  for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));

create policy "Admins read contact messages" on public.contact_messages
  for select to authenticated
  using ((select public.is_admin()));

create policy "Owners delete contact messages" on public.contact_messages
  for delete to authenticated
  using ((select public.is_owner()));

grant delete, select on public.contact_messages to authenticated;
grant update (status, note, suspected_spam) on public.contact_messages to authenticated;


create trigger audit_insert
  after insert on public.message_answers
  referencing new table as new_rows
  for each statement
  execute function private.audit('names only');

create policy "Admins read answers" on public.message_answers
  for select to authenticated
  using ((select public.is_admin()));

grant select on public.message_answers to authenticated;


insert into private.mail_purposes (purpose, stream, editors_see, precedence) values
  ('message-receipt', 'transactional', true, 2),
  ('message-notice', 'house', true, 2),
  ('message-answer', 'transactional', true, 2);
