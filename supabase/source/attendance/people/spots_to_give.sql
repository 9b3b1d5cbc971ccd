-- Returns who of the chosen people on the waitlist can have a free spot, in waitlist order and by the rule of
-- has_spots_for: done, full, not-next (someone before them who was not chosen may have it) or closed.
create function private.spots_to_give(p_action private.bulk_actions, p_mails boolean)
  returns table (entry_id uuid, verdict text)
language plpgsql
stable
as $$
declare
  place record;
  waiting record;
  free integer;
  is_taken_first boolean;
  is_open constant boolean := private.sign_up(p_action.event_id) = 'open';
begin
  for place in
    select p.attends, private.spots_of(e, p.attends) - p.taken as free,
      least(e.sign_up_closes_at, e.starts_at) <= now() + interval '1 hour' as is_last_hour
    from public.events e
    join public.event_spots p on p.event_id = e.id
    where e.id = p_action.event_id
  loop
    free := coalesce(place.free, 0);
    is_taken_first := false;
    for waiting in
      select r.id, r.party, c.entry_id is not null as is_chosen, w.confirmed_at is not null or not p_mails as may_have
      from public.reservations r
      join public.waitlist_entries w on w.id = r.id
      left join private.bulk_action_people c on c.action_id = p_action.id and c.entry_id = r.id
      where r.event_id = p_action.event_id and r.waits_for = place.attends
      order by r.line
    loop
      if waiting.is_chosen then
        entry_id := waiting.id;
        verdict := case
          when not is_open then 'closed'
          when waiting.party > free then 'full'
          when is_taken_first then 'not-next'
          else 'done'
        end;
        if verdict = 'done' then
          free := free - waiting.party;
        end if;
        return next;
      elsif waiting.may_have and waiting.party <= free and not place.is_last_hour then
        is_taken_first := true;
      end if;
    end loop;
  end loop;
end;
$$;
