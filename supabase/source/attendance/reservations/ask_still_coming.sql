-- Asks everyone with a spot whether they are still coming, as many days before the event as it specifies and not in the
-- last 12 hours. Once per event date, so again if the event moves to another day. A reminder that is owed now carries
-- the question; else it is an email of its own.
create function private.ask_still_coming() returns void
language sql
as $$
  with asked as (
    update public.reservations r
      set asked_for = private.day_of_event(e), coming_at = null
      from public.events e, public.waitlist_entries w
      where e.id = r.event_id
        and w.id = r.id
        and e.starts_at > now() + interval '12 hours'
        and e.starts_at <= now() + make_interval(hours => 24 * e.ask_days)
        and e.date_precision in ('exact', 'day')
        and e.status = 'scheduled'
        and e.is_published
        and r.state = 'placed'
        and r.hold_until is null
        and r.asked_for is distinct from private.day_of_event(e)
        -- People who signed up, confirmed or accepted an offer since then need not be asked again.
        and greatest(w.created_at, w.confirmed_at, r.offered_at)
          <= e.starts_at - make_interval(hours => 24 * e.ask_days)
      returning r.id, r.asked_for, private.is_reminder_owed(e) as is_in_reminder
  )
  insert into public.mails (purpose, person, occurrence, goes_to_many)
    select 'still-coming', a.id, a.asked_for - date '1970-01-01', true from asked a
    where not a.is_in_reminder
    on conflict do nothing;
$$;
