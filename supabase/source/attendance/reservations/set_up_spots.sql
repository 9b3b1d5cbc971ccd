-- Trigger: when an event begins to take reservations, adds everyone on its waitlist to reservations, as
-- state_of_newcomer says. It cannot stop taking them while someone has or asks for a spot, or another event is for its
-- people.
create function private.set_up_spots() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if new.takes_reservations then
    insert into public.event_spots (event_id, attends)
      values (new.id, 'room'), (new.id, 'online')
      on conflict do nothing;
    perform private.lock_lines(new.id);
    perform private.line_up(new.id);
  else
    perform private.lock_lines(new.id);
    if exists (select from public.reservations r where r.event_id = new.id and r.state in ('placed', 'offered')) then
      raise exception 'a_spot_is_taken: somebody has a spot at this event'
        using errcode = 'foreign_key_violation', constraint = 'a_spot_is_taken';
    end if;
    if exists (select from public.reservations r where r.event_id = new.id and r.state = 'asked') then
      raise exception 'people_ask: what somebody asked for is not decided'
        using errcode = 'foreign_key_violation', constraint = 'people_ask';
    end if;
    if exists (select from public.events e where e.for_people_of = new.id) then
      raise exception 'workshops_need_reservations: other events are for the people with a reservation at this one'
        using errcode = 'foreign_key_violation', constraint = 'workshops_need_reservations';
    end if;
    delete from public.reservations r where r.event_id = new.id;
    delete from public.event_spots p where p.event_id = new.id;
  end if;
  return null;
end;
$$;
