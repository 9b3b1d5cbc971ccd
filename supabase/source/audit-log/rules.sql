create trigger keep_the_audit_log
  before delete or update or truncate on public.audit_log
  for each statement
  execute function private.keep_the_audit_log();
create trigger keep_the_rows_of_the_audit_log
  before delete or update on public.audit_log
  for each row
  execute function private.keep_the_audit_log();

create policy "Owners read the audit log, editors what is theirs of it" on public.audit_log
  for select to authenticated
  using (
case (select public.admin_role())
    when 'owner' then true
    when 'editor' then table_name in (
      'education_tabs', 'education_resources', 'events', 'places', 'place_notes', 'series', 'programmes', 'rooms',
      'speakers', 'talks', 'waitlist_entries', 'outbox', 'mails', 'campaigns', 'newsletter_issues', 'contact_messages',
      'message_answers', 'suggestions', 'imports', 'channel_posts', 'articles', 'pictures', 'reservations',
      'line_moves', 'event_questions', 'join_links', 'named_links', 'door_passes', 'credentials'
    )
    else null::boolean
end);

grant select on public.audit_log to authenticated;
