-- Returns the reservation behind a link, with its event locked; a row of nulls for a link that leads to no reservation.
create function private.require_reservation(p_token_digest text) returns public.reservations
language plpgsql
as $$
declare
  own public.reservations;
begin
  select r.* into own
    from private.waitlist_links l
    join public.reservations r on r.id = l.entry_id
    where l.token_digest = p_token_digest;
  perform private.note_holder(own.id);
  perform private.lock_lines(own.event_id);
  -- It may have changed while waiting for the lock.
  select r.* into own from public.reservations r where r.id = own.id;
  return own;
end;
$$;
