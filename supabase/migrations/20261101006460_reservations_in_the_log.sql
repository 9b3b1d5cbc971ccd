alter policy "Owners read the audit log, editors what is theirs of it" on public.audit_log
  using (
    case (select public.admin_role())
      when 'owner' then true
      when 'editor' then table_name in (
        'education_tabs', 'education_resources', 'events', 'waitlist_entries', 'outbox', 'mails', 'tellings', 'newsletter_issues',
        'contact_messages', 'message_answers', 'reservations', 'line_moves', 'door_passes'
      )
    end
  );
