create trigger audit_delete
  after delete on public.newsletter_issues
  referencing old table as old_rows
  for each statement
  execute function private.audit('names only');
create trigger audit_insert
  after insert on public.newsletter_issues
  referencing new table as new_rows
  for each statement
  execute function private.audit('names only');
create trigger audit_update
  after update on public.newsletter_issues
  referencing old table as old_rows new table as new_rows
  for each statement
  execute function private.audit('names only');
create trigger note_added_for_search
  after insert on public.newsletter_issues
  for each row
  when (new.sent_at is not null)
  execute function private.note_issue_for_search();
create trigger note_changed_for_search
  after update on public.newsletter_issues
  for each row
  when ((old.sent_at, old.slug, old.subject, old.preview_text, old.html) is distinct from (new.sent_at, new.slug, new.subject, new.preview_text, new.html))
  execute function private.note_issue_for_search();
create trigger note_removed_for_search
  after delete on public.newsletter_issues
  for each row
  when (old.sent_at is not null)
  execute function private.note_issue_for_search();
create trigger set_updated_at
  before update on public.newsletter_issues
  for each row
  execute function private.set_updated_at();

create policy "Admins change drafts" on public.newsletter_issues
  for update to authenticated
  using ((select public.is_admin()) and scheduled_at is null)
  with check ((select public.is_admin()));

create policy "Admins delete drafts" on public.newsletter_issues
  for delete to authenticated
  using ((select public.is_admin()) and scheduled_at is null);

create policy "Admins read all issues" on public.newsletter_issues
  for select to authenticated
  using ((select public.is_admin()));

create policy "Admins write drafts" on public.newsletter_issues
  for insert to authenticated
  with check ((select public.is_admin()));

create policy "Visitors read sent issues" on public.newsletter_issues
  for select to anon, authenticated
  using (sent_at is not null);

grant delete, select on public.newsletter_issues to authenticated;
grant select (slug, subject, preview_text, html, sent_at) on public.newsletter_issues to anon;
grant insert (id, slug, subject, preview_text, markdown, daily_cap) on public.newsletter_issues to authenticated;
grant update (slug, subject, preview_text, markdown, daily_cap) on public.newsletter_issues to authenticated;


insert into private.mail_purposes (purpose, stream, editors_see, precedence) values
  ('newsletter-issue', 'newsletter', false, 2);
