create function private.lock_workshops(p_entry uuid) returns void
language plpgsql
as $$
begin
  perform private.lock_lines(c.event_id)
    from (select w.event_id from public.waitlist_entries w where w.for_entry = p_entry order by w.event_id) c;
end;
$$;

comment on function private.lock_workshops(uuid) is
  'Takes the locks of the events at which something ends with an entry. Whoever holds those of several events takes them of all main events first, then of workshops, both in the order of their ids.';
