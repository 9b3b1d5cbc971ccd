-- Records that an admin has notified people of what has changed about their event and their spot.
create function private.note_people_notified(p_people uuid[], p_at timestamptz) returns void
language sql
as $$
  -- Whoever has or waits for a spot knew the event as it was then; the entry changes only if that has changed.
  update public.waitlist_entries w
    set notified_at = p_at,
      told = e.relied_on,
      tickets_notified_at = case
        when e.status = 'scheduled' and e.ticket_url is not null then coalesce(w.tickets_notified_at, p_at)
        else w.tickets_notified_at
      end
    from public.events e
    where w.id = any (p_people) and e.id = w.event_id
      and (w.told <> e.relied_on or not exists (select from public.reservations r where r.id = w.id));
  update public.reservations r set to_be_notified = false where r.id = any (p_people) and r.to_be_notified;
$$;
