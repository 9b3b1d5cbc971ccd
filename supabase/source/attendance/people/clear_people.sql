-- Moves entries out of suspected spam, to the end of the waitlist or among those who ask if their event takes
-- reservations, and, with p_forward, enqueues their delivery to the configured endpoint.
create function private.clear_people(p_event uuid, p_people uuid[], p_forward boolean) returns void
language sql
as $$
  update public.waitlist_entries w set suspected_spam = false where w.id = any (p_people);
  select private.lock_lines(p_event);
  update public.reservations r
    set state = private.state_of_newcomer(p_event), line = last.line + n.number
    from (
      select w.id, row_number() over (order by w.created_at, w.id) as number
      from public.waitlist_entries w
      where w.id = any (p_people)
    ) n,
    (select max(l.line) as line from public.reservations l where l.event_id = p_event) last
    where r.id = n.id and r.state = 'set-aside';
  insert into public.outbox (kind, waitlist_entry_id)
    select 'waitlist', person from unnest(p_people) person where p_forward
    on conflict do nothing;
$$;
