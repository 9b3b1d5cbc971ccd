create function private.move_people() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.lock_lines(new.id);
  if old.meets = 'both' and exists (
    select from public.reservations r where r.event_id = new.id and r.attends <> new.meets and r.state in ('placed', 'offered')
  ) then
    raise exception 'a_place_is_taken: somebody has a spot where this event would no longer meet' using errcode = 'foreign_key_violation', constraint = 'a_place_is_taken';
  end if;
  if new.meets <> 'both' then
    update public.reservations r
      set attends = new.meets, switches_to = null
      where r.event_id = new.id and (r.attends <> new.meets or r.switches_to is not null);
    -- How often somebody was moved up is said of the whole event.
    update public.event_spots p
      set moved_up = case when p.attends = new.meets then (select sum(o.moved_up) from public.event_spots o where o.event_id = new.id) else 0 end
      where p.event_id = new.id;
  end if;
  return null;
end;
$$;

comment on function private.move_people() is
  'Trigger: an event that met in one place takes its people along to the other. One that met in both leaves neither while somebody has a spot there; who waits there waits in the other line, whose order was one all along.';
