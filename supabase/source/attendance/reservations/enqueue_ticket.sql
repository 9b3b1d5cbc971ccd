create function private.enqueue_ticket(p_id uuid) returns void
language sql
as $$
  insert into public.mails (purpose, person, occurrence)
    select 'reservation-ticket', p_id, coalesce(max(m.occurrence), 0) + 1
    from public.mails m
    where m.purpose = 'reservation-ticket' and m.person = p_id
    -- An email that has not been composed yet will contain the current facts when it is sent.
    having not coalesce(bool_or(m.state = 'due' and m.sealed is null), false);
$$;

comment on function private.enqueue_ticket(uuid) is
  'Enqueues the ticket for a person with a spot and a confirmed email address.';
