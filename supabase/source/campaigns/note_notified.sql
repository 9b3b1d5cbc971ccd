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
      -- An email from before the latest news does not contain it.
      and t.started_at >= coalesce(e.news_at, '-infinity')
      and w.id = new.person;
  return null;
end;
$$;

comment on function private.note_notified() is
  'Trigger: marks people as notified when their email about the current state of the event was accepted, or may have arrived and an admin has left it at that, so that they need not be notified by hand; also of tickets, if the email was about them.';
