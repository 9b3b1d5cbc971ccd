call pg_temp.note_updates('public.contact_messages');
call pg_temp.audit_names('public.contact_messages');
call pg_temp.allow('Admins', 'read, change', 'public.contact_messages');
call pg_temp.allow('Owners', 'delete', 'public.contact_messages');
call pg_temp.audit_names('public.message_answers', 'insert');
call pg_temp.allow('Admins', 'read', 'public.message_answers');

create trigger set_handled_at
  before update on public.contact_messages
  for each row
  execute function private.set_handled_at();
create trigger total_of_the_day
  after insert on public.contact_messages
  referencing new table as new_rows
  for each statement
  execute function private.count_day('message');

grant delete, select on public.contact_messages to authenticated;
grant update (status, note, suspected_spam) on public.contact_messages to authenticated;

grant select on public.message_answers to authenticated;

-- person: the message; message-notice has none, and as occurrence the number of the first message in it
insert into private.mail_purposes (purpose, stream, editors_see, precedence) values
  ('message-receipt', 'transactional', true, 2),
  ('message-notice', 'house', true, 2),
  ('message-answer', 'transactional', true, 2);
