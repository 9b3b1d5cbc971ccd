call pg_temp.note_updates('public.newsletter_issues');
call pg_temp.audit_names('public.newsletter_issues');
call pg_temp.allow('Admins', 'read, add', 'public.newsletter_issues');

create trigger note_added_for_search
  after insert on public.newsletter_issues
  for each row
  when (new.sent_at is not null)
  execute function private.note_issue_for_search();
create trigger note_changed_for_search
  after update on public.newsletter_issues
  for each row
  when ((old.sent_at, old.slug, old.subject, old.preview_text, old.html) is distinct from (new.sent_at, new.slug,
    new.subject, new.preview_text, new.html))
  execute function private.note_issue_for_search();
create trigger note_removed_for_search
  after delete on public.newsletter_issues
  for each row
  when (old.sent_at is not null)
  execute function private.note_issue_for_search();

create policy "Admins change drafts" on public.newsletter_issues
  for update to authenticated
  using ((select public.is_admin()) and scheduled_at is null)
  with check ((select public.is_admin()));

create policy "Admins delete drafts" on public.newsletter_issues
  for delete to authenticated
  using ((select public.is_admin()) and scheduled_at is null);

create policy "Visitors read sent issues" on public.newsletter_issues
  for select to anon, authenticated
  using (sent_at is not null);

grant delete, select on public.newsletter_issues to authenticated;
grant select (slug, subject, preview_text, html, sent_at) on public.newsletter_issues to anon;
grant insert (id, slug, subject, preview_text, markdown, daily_cap) on public.newsletter_issues to authenticated;
grant update (slug, subject, preview_text, markdown, daily_cap) on public.newsletter_issues to authenticated;

-- person: the subscriber; occurrence: the number of the issue
insert into private.mail_purposes (purpose, stream, editors_see, precedence) values
  ('newsletter-issue', 'newsletter', false, 2);
