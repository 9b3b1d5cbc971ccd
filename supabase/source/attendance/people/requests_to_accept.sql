-- Returns who of the chosen people who asked to attend can have a free spot, in the order in which they asked: done,
-- full, unconfirmed (where emails are sent, nobody has confirmed the address) or no-date (the event has no date ahead,
-- or visitors cannot see it).
create function private.requests_to_accept(p_action private.bulk_actions, p_mails boolean)
  returns table (entry_id uuid, verdict text)
language plpgsql
stable
as $$
declare
  place record;
  request record;
  free integer;
begin
  for place in
    select p.attends, private.spots_of(e, p.attends) - p.taken as free,
      e.status = 'scheduled' and e.is_published and e.date_precision in ('exact', 'day') and e.over_at > now() as is_ahead
    from public.events e
    join public.event_spots p on p.event_id = e.id
    where e.id = p_action.event_id
  loop
    free := coalesce(place.free, 0);
    for request in
      select r.id, r.party, w.confirmed_at is not null or not p_mails as may_have
      from private.bulk_action_people c
      join public.reservations r on r.id = c.entry_id
      join public.waitlist_entries w on w.id = r.id
      where c.action_id = p_action.id and r.state = 'asked' and r.attends = place.attends
      order by r.line
    loop
      entry_id := request.id;
      verdict := case
        when not place.is_ahead then 'no-date'
        when not request.may_have then 'unconfirmed'
        when request.party > free then 'full'
        else 'done'
      end;
      if verdict = 'done' then
        free := free - request.party;
      end if;
      return next;
    end loop;
  end loop;
end;
$$;
