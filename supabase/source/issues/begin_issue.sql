-- Enqueues an issue to everyone who gets the newsletter at this moment.
create function private.begin_issue(p_number integer) returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  queued integer;
begin
  insert into public.mails (purpose, person, occurrence)
    select 'newsletter-issue', s.id, p_number
    from public.newsletter_subscribers s
    where private.gets_newsletter(s.suspected_spam, s.confirmed_at, s.left_at)
    on conflict do nothing;
  get diagnostics queued = row_count;
  update public.newsletter_issues i set sent_at = now(), recipients = queued where i.number = p_number;
end;
$$;
