-- Gives a person the spot they want to switch to and frees their previous one, in one step, with a ticket where emails
-- are sent (p_mails). The caller holds the lock.
create function private.take_other_spots(p_id uuid, p_mails boolean) returns void
language sql
as $$
  update public.reservations r set attends = r.switches_to, switches_to = null where r.id = p_id;
  select private.enqueue_ticket(p_id) where p_mails;
$$;
