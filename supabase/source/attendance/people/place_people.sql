-- Gives people on the waitlist the free spots that spots_to_give found, with tickets where emails are sent (p_mails).
-- The caller holds the lock.
create function private.place_people(p_people uuid[], p_mails boolean) returns void
language sql
as $$
  update public.reservations r
    set state = 'placed', attends = r.waits_for, switches_to = null, hold_until = null, to_be_notified = not p_mails
    where r.id = any (p_people);
  select private.enqueue_ticket(person) from unnest(p_people) person where p_mails;
$$;
