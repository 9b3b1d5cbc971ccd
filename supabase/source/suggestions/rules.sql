call pg_temp.note_updates('public.suggestions');
call pg_temp.audit_names('public.suggestions');
call pg_temp.allow('Admins', 'read, change', 'public.suggestions');

create trigger set_suggestion_handled
  before update on public.suggestions
  for each row
  execute function private.set_suggestion_handled();

grant select on public.suggestions to authenticated;
grant update (status, suspected_spam) on public.suggestions to authenticated;

-- person: the suggestion
insert into private.mail_purposes (purpose, stream, editors_see, precedence) values
  ('suggestion-receipt', 'transactional', true, 2);
