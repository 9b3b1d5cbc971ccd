create trigger audit_delete
  after delete on public.suggestions
  referencing old table as old_rows
  for each statement
  execute function private.audit('names only');
create trigger audit_insert
  after insert on public.suggestions
  referencing new table as new_rows
  for each statement
  execute function private.audit('names only');
create trigger audit_update
  after update on public.suggestions
  referencing old table as old_rows new table as new_rows
  for each statement
  execute function private.audit('names only');
create trigger set_suggestion_handled
  before update on public.suggestions
  for each row
  execute function private.set_suggestion_handled();
create trigger set_updated_at
  before update on public.suggestions
  for each row
  execute function private.set_updated_at();

create policy "Admins change suggestions" on public.suggestions
  for update to authenticated
  using ((select public.is_admin()))
  with check ((select public.is_admin()));

create policy "Admins read suggestions" on public.suggestions
  for select to authenticated
  using ((select public.is_admin()));

grant select on public.suggestions to authenticated;
grant update (status, suspected_spam) on public.suggestions to authenticated;


insert into private.mail_purposes (purpose, stream, editors_see, precedence) values
  ('suggestion-receipt', 'transactional', true, 2);
