-- Gives people who asked to attend the free spots that spots_to_give found, with tickets that say p_words where emails
-- are sent (p_mails); those of p_in_line go to the end of the waitlist. The caller holds the lock.
create function private.accept_people(p_people uuid[], p_in_line uuid[], p_words text, p_mails boolean) returns void
language sql
as $$
  update public.reservations r
    set state = 'placed', decided_at = now(), words = p_words, to_be_notified = not p_mails
    where r.id = any (p_people);
  select private.enqueue_ticket(person) from unnest(p_people) person where p_mails;
  update public.reservations r
    set state = 'waiting', decided_at = now(), to_be_notified = not p_mails, line = last.line + n.number
    from (
      select a.id, a.event_id, row_number() over (order by a.line) as number
      from public.reservations a
      where a.id = any (p_in_line)
    ) n
    cross join lateral (
      select max(l.line) as line from public.reservations l where l.event_id = n.event_id
    ) last
    where r.id = n.id;
  select private.enqueue_answers(p_in_line) where p_mails;
$$;
