create function private.note_notified() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.waitlist_entries w
    set notified_at = now(),
      tickets_notified_at = case when t.kind = 'tickets-open' then coalesce(w.tickets_notified_at, now()) else w.tickets_notified_at end
    from public.campaigns t
    join public.events e on e.id = t.event_id
    where t.id = new.occurrence
      and t.kind <> 'recap'
      -- A mail of before the latest news does not say it.
      and t.started_at >= coalesce(e.news_at, '-infinity')
      and w.id = new.person;
  return null;
end;
$$;

comment on function private.note_notified() is
  'Trigger: whose mail about the event as it is was accepted, or may have arrived and was left at that, has been notified, and is not asked for again by hand; of tickets, if the mail was about them.';
