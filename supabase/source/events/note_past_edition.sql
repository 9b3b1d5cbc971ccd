-- Trigger: records the end of an edition when the event gets its next date. The reservations of that edition become
-- past, and people who joined after it wait for the next one. Not used for dates given only as a month or quarter:
-- whether anything took place is unknown, so people stay on the waitlist.
create function private.note_past_edition() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into private.past_editions (event_id, over_at) values (new.id, old.over_at) on conflict do nothing;
  if new.takes_reservations and old.takes_reservations then
    perform private.lock_lines(new.id);
    update public.reservations r
      set state = 'past', switches_to = null, hold_until = null, offer_ends_at = null
      where r.event_id = new.id and r.state <> 'set-aside';
    perform private.line_up(new.id);
  end if;
  return null;
end;
$$;
