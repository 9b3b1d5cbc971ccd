-- What admins list by the page is found in its order, and counted without reading the rows.
create index waitlist_entries_waiting on public.waitlist_entries (event_id, created_at, id)
  where not suspected_spam and told_at is null;
create index waitlist_entries_told on public.waitlist_entries (event_id, told_at)
  where not suspected_spam and told_at is not null;

create index newsletter_subscribers_by_address on public.newsletter_subscribers (email, id) where not suspected_spam;
create index newsletter_subscribers_suspected on public.newsletter_subscribers (created_at, id) where suspected_spam;

create index contact_messages_inbox on public.contact_messages (created_at, id)
  where not suspected_spam and status in ('new', 'open');
create index contact_messages_in_order on public.contact_messages (created_at, id) include (status) where not suspected_spam;
create index contact_messages_suspected on public.contact_messages (created_at, id) where suspected_spam;

create index audit_log_of_an_id on public.audit_log (row_id, id);
