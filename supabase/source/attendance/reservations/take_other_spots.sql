create function private.take_other_spots(p_id uuid, p_mails boolean) returns void
language sql
as $$
  update public.reservations r set attends = r.switches_to, switches_to = null where r.id = p_id;
  select private.enqueue_ticket(p_id) where p_mails;
$$;

comment on function private.take_other_spots(uuid, boolean) is
  'Gives somebody the spot to which they switch and frees the one that they had, in one step, with a mail where they are sent (p_mails). The caller holds the lock.';
