-- Switches the first two people who want each other's spots and whose parties fit; the event's spots stay within their
-- limits. The caller holds the lock. Returns whether there were two such people.
create function private.trade_spots(p_event public.events, p_mails boolean) returns boolean
language plpgsql
as $$
declare
  pair record;
begin
  select a.id as to_online, b.id as to_room into pair
    from public.reservations a
    join public.reservations b on b.event_id = a.event_id and b.switches_to = 'room'
    join public.event_spots room on room.event_id = a.event_id and room.attends = 'room'
    join public.event_spots online on online.event_id = a.event_id and online.attends = 'online'
    where a.event_id = p_event.id and a.switches_to = 'online'
      and room.taken - a.party + b.party <= private.spots_of(p_event, 'room')
      and online.taken - b.party + a.party <= private.spots_of(p_event, 'online')
    order by greatest(a.line, b.line), least(a.line, b.line)
    limit 1;
  if not found then
    return false;
  end if;
  perform private.take_other_spots(pair.to_online, p_mails);
  perform private.take_other_spots(pair.to_room, p_mails);
  return true;
end;
$$;
