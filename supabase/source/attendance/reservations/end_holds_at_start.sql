-- Trigger: when an event is moved to an earlier start, shortens holds so that none lasts beyond it.
create function private.end_holds_at_start() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.lock_lines(new.id);
  update public.reservations r
    set hold_until = new.starts_at
    where r.event_id = new.id and r.hold_until > new.starts_at;
  return null;
end;
$$;
