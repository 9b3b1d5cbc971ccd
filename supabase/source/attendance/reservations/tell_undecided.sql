-- Tells people with a confirmed address whose request to attend is not decided that it is not, on the day before the
-- event, once for its date, if an admin wants that.
create function private.tell_undecided() returns void
language sql
as $$
  insert into public.mails (purpose, person, occurrence, goes_to_many)
    select 'request-undecided', r.id, private.day_of_event(e) - date '1970-01-01', true
    from public.events e
    join public.reservations r on r.event_id = e.id and r.state = 'asked'
    join public.waitlist_entries w on w.id = r.id and w.confirmed_at is not null
    where e.tells_undecided
      and e.date_precision in ('exact', 'day')
      and e.status = 'scheduled'
      and e.is_published
      and e.starts_at > now()
      and e.starts_at <= now() + interval '24 hours'
    on conflict do nothing;
$$;
