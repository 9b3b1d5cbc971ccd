-- Returns who of the chosen people can have a free spot: those on the waitlist in its order and by the rule of
-- has_spots_for (done, full, closed, or not-next: someone before them who was not chosen may have it); those who asked
-- to attend in the order in which they asked (done, full, unconfirmed where emails are sent, or no-date: none is ahead,
-- or visitors cannot see the event).
create function private.spots_to_give(p_action private.bulk_actions, p_mails boolean)
  returns table (entry_id uuid, verdict text)
language plpgsql
stable
as $$
declare
  place record;
  person record;
  free integer;
  is_taken_first boolean;
  accepts constant boolean := p_action.verb = 'accept';
  is_open constant boolean := private.sign_up(p_action.event_id) = 'open';
begin
  for place in
    select p.attends, private.spots_of(e, p.attends) - p.taken as free,
      e.status = 'scheduled' and e.is_published and e.date_precision in ('exact', 'day') and e.over_at > now()
        as is_ahead,
      least(e.sign_up_closes_at, e.starts_at) <= now() + interval '1 hour' as is_last_hour
    from public.events e
    join public.event_spots p on p.event_id = e.id
    where e.id = p_action.event_id
  loop
    free := coalesce(place.free, 0);
    is_taken_first := false;
    for person in
      select r.id, r.party, c.entry_id is not null as is_chosen, w.confirmed_at is not null or not p_mails as may_have
      from public.reservations r
      join public.waitlist_entries w on w.id = r.id
      left join private.bulk_action_people c on c.action_id = p_action.id and c.entry_id = r.id
      where r.event_id = p_action.event_id
        and case when accepts then r.state = 'asked' and r.attends = place.attends else r.waits_for = place.attends end
      order by r.line
    loop
      if person.is_chosen then
        entry_id := person.id;
        verdict := case
          when accepts and not place.is_ahead then 'no-date'
          when accepts and not person.may_have then 'unconfirmed'
          when not accepts and not is_open then 'closed'
          when person.party > free then 'full'
          when is_taken_first then 'not-next'
          else 'done'
        end;
        if verdict = 'done' then
          free := free - person.party;
        end if;
        return next;
      elsif not accepts and person.may_have and person.party <= free and not place.is_last_hour then
        is_taken_first := true;
      end if;
    end loop;
  end loop;
end;
$$;
