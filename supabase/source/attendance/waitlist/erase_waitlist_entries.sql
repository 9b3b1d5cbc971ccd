-- Erases the waitlist entries of the owner of an address, with everything that belongs to them.
create function private.erase_waitlist_entries(p_address text) returns jsonb
language plpgsql
as $$
declare
  removed integer;
  erased jsonb := '{}';
begin
  delete from private.waitlist_address_changes c where p_address in (lower(c.email), lower(c.previous_email));
  get diagnostics removed = row_count;
  erased := erased || jsonb_build_object('waitlist_changes', removed);
  delete from private.waitlist_departures d where lower(d.entry ->> 'email') = p_address;
  get diagnostics removed = row_count;
  erased := erased || jsonb_build_object('departures', removed);
  select count(*) into removed from public.waitlist_entries w where lower(w.email) = p_address;
  -- In the usual lock order: the lock of an event before those of its workshops.
  delete from public.waitlist_entries w where lower(w.email) = p_address and w.for_entry is null;
  delete from public.waitlist_entries w where lower(w.email) = p_address;
  erased := erased || jsonb_build_object('waitlist_entries', removed);
  return erased;
end;
$$;
