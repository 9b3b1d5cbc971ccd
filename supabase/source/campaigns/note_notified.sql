-- Trigger: notes what people know once their email about the event was accepted, or may have arrived and an admin has
-- left it at that; also that they know of tickets, if the email was about them.
create function private.note_notified() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.waitlist_entries w
    set told = new.told,
      notified_at = case when new.told = e.relied_on then now() else w.notified_at end,
      tickets_notified_at = case
        when t.kind = 'tickets-open' then coalesce(w.tickets_notified_at, now())
        else w.tickets_notified_at
      end
    from public.campaigns t
    join public.events e on e.id = t.event_id
    where t.id = new.occurrence and new.told is not null and w.id = new.person;
  return null;
end;
$$;
