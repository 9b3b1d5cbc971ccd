create function private.enqueue_ticket(p_id uuid) returns void
language sql
as $$
  insert into public.mails (purpose, person, occurrence)
    select 'reservation-ticket', p_id, coalesce(max(m.occurrence), 0) + 1
    from public.mails m
    where m.purpose = 'reservation-ticket' and m.person = p_id
    -- One that nobody has made yet will say what is true when it goes.
    having not coalesce(bool_or(m.state = 'due' and m.sealed is null), false);
$$;

comment on function private.enqueue_ticket(uuid) is 'Enqueues the ticket to whoever has a spot and a confirmed address.';
