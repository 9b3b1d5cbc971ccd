-- Locks the events at which entries that depend on this one end. A transaction that locks several events locks all main
-- events first, then workshops, each in the order of their ids.
create function private.lock_workshops(p_entry uuid) returns void
language plpgsql
as $$
begin
  perform private.lock_lines(c.event_id)
    from (select w.event_id from public.waitlist_entries w where w.for_entry = p_entry order by w.event_id) c;
end;
$$;
