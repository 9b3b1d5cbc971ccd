-- Trigger: when an event that met only in the room or only online changes to the other, moves its reservations there.
-- An event that met in both cannot give one up while someone has a spot there; people who wait there are moved to the
-- other waitlist, ordered by line, whose numbers both share.
create function private.move_people() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.lock_lines(new.id);
  if old.meets = 'both' and exists (
    select from public.reservations r
    where r.event_id = new.id and r.attends <> new.meets and r.state in ('placed', 'offered')
  ) then
    raise exception 'a_place_is_taken: somebody has a spot where this event would no longer meet'
      using errcode = 'foreign_key_violation', constraint = 'a_place_is_taken';
  end if;
  if new.meets <> 'both' then
    update public.reservations r
      set attends = new.meets, switches_to = null
      where r.event_id = new.id and (r.attends <> new.meets or r.switches_to is not null);
    -- moved_up counts for the whole event.
    update public.event_spots p
      set moved_up = case
        when p.attends = new.meets then (select sum(o.moved_up) from public.event_spots o where o.event_id = new.id)
        else 0
      end
      where p.event_id = new.id;
  end if;
  return null;
end;
$$;
