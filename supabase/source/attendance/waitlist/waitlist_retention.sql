-- Returns how long waitlist entries and the data that belongs to them are kept.
create function private.waitlist_retention() returns table (
  kind text, period interval, relation text, expired text, change text
)
language sql
immutable
as $$
  values
    ('afterEdition', interval '90 days', 'public.waitlist_entries', 'coalesce(
        (select min(p.over_at) from private.past_editions p where p.event_id = t.event_id and p.over_at > t.created_at),
        (
          select e.over_at from public.events e
          where e.id = t.event_id and e.over_at > t.created_at and e.status <> ''postponed''
            and e.dated_at <= now() - interval ''1 day''
        )
      ) <= now() - $1', null),
    ('waitlistEntry', interval '24 months', 'public.waitlist_entries', 't.created_at <= now() - $1', null),
    ('spam', private.spam_period(), 'public.waitlist_entries', 't.suspected_spam and t.created_at <= now() - $1', null),
    ('departure', private.departure_period(), 'private.waitlist_departures', 't.left_at <= now() - $1', null),
    -- The outbox retries the email to the old address for 3 days.
    (
      'waitlistAddressChange',
      interval '3 days',
      'private.waitlist_address_changes',
      'coalesce(t.confirmed_at, t.asked_at) <= now() - $1',
      null
    );
$$;
