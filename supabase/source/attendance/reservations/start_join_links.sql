-- Enqueues an email with the link to everyone with a spot online at an event that begins within an hour, once per start
-- time.
create function private.start_join_links() returns void
language sql
as $$
  insert into public.mails (purpose, person, occurrence)
    select 'join-link', r.id, extract(epoch from e.starts_at)::bigint
    from public.events e
    join private.join_links j on j.event_id = e.id
    join public.reservations r on r.event_id = e.id
    where e.starts_at > now()
      and e.starts_at <= now() + interval '1 hour'
      and e.date_precision = 'exact'
      and e.is_published
      and private.may_join(r)
    order by e.starts_at, r.id
    on conflict do nothing;
$$;
