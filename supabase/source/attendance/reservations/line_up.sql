-- Adds everyone on the waitlist of an event who has no reservation yet, in the order in which they joined.
create function private.line_up(p_event uuid) returns void
language sql
as $$
  insert into public.reservations (id, event_id, state, line)
    select w.id, w.event_id, case when w.suspected_spam then 'set-aside' else private.state_of_newcomer(p_event) end,
      row_number() over (order by w.created_at, w.id) + (
        select coalesce(max(r.line), 0) from public.reservations r where r.event_id = p_event
      )
    from public.waitlist_entries w
    where w.event_id = p_event and not exists (select from public.reservations r where r.id = w.id);
$$;
