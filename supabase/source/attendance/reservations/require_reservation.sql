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
  perform private.lock_lines(own.event_id);
  -- It may have changed while this waited for the lock.
  select r.* into own from public.reservations r where r.id = own.id;
  return own;
end;
$$;

comment on function private.require_reservation(text) is
  'The reservation behind a link, under the lock of its event; of nulls for a link that leads to none.';
