-- Signs up a known person: an admin adds them, or they have a reservation at another event (p_for_entry), which
-- confirms their address. They get a free spot or the last position on the waitlist. Returns false if the address is
-- already there.
create function private.put_in_line(
  p_id uuid,
  p_event uuid,
  p_name text,
  p_email text,
  p_consent_version text,
  p_party integer,
  p_attends text,
  p_mails boolean,
  p_for_entry uuid default null
) returns boolean
language plpgsql
as $$
begin
  insert into public.waitlist_entries
      (id, event_id, name, email, consent_version, for_entry, confirmed_at, consent_page)
    values (
      p_id, p_event, p_name, p_email, p_consent_version, p_for_entry,
      case when p_for_entry is not null then now() end,
      -- The form is on the status page of the other entry.
      case when p_for_entry is not null then '/w' end
    )
    on conflict do nothing;
  if not found then
    return false;
  end if;
  -- Inserts the entry before locking, in the same order as all other code; otherwise two calls with the same address
  -- could deadlock.
  perform private.lock_lines(p_event);
  insert into public.reservations (id, event_id, party, state, line, attends)
    select p_id, p_event, p_party, 'waiting', coalesce(max(r.line), 0) + 1, p_attends
    from public.reservations r
    where r.event_id = p_event;
  perform private.take_spots(p_id, p_mails);
  return true;
end;
$$;
