-- For admins: undoes a bulk action of the last hour with which nothing has left the site, except for people who have
-- changed since, or whose spot was taken. Spots at workshops that ended with a canceled one do not come back. Returns
-- undone, already-undone, too-late or gone.
create function public.undo_bulk_action(p_id uuid) returns public.undo_bulk_action_outcome
language plpgsql
security definer
set search_path = ''
as $$
declare
  action constant private.bulk_actions := private.require_bulk_action(p_id);
  people uuid[];
begin
  if action.id is null then
    return 'gone';
  end if;
  if action.undone_at is not null then
    return 'already-undone';
  end if;
  if action.is_final or action.applied_at is null or action.applied_at <= now() - private.bulk_undo_period() then
    return 'too-late';
  end if;
  with were as (
    select c.entry_id, c.before, r.*
    from private.bulk_action_people c
    left join jsonb_populate_record(null::public.reservations, nullif(c.before -> 'reservation', 'null')) r
      on true
    where c.action_id = p_id and c.outcome in ('done', 'in-line')
  ),
  told as (
    update public.waitlist_entries w
      set told = was.before -> 'told',
        notified_at = (was.before ->> 'notified_at')::timestamptz,
        tickets_notified_at = (was.before ->> 'tickets_notified_at')::timestamptz
      from were was
      where action.verb = 'told' and w.id = was.entry_id and w.notified_at = action.made_at
      returning w.id
  ),
  suspected as (
    update public.waitlist_entries w
      set suspected_spam = true
      from were was
      where action.verb = 'clear' and w.id = was.entry_id
        and not exists (select from public.reservations r where r.id = w.id and r.state <> 'waiting')
        and not exists (
          select from public.waitlist_entries other
          where other.event_id = w.event_id and lower(other.email) = lower(w.email) and other.suspected_spam
        )
      returning w.id
  ),
  spots as (
    select p.attends, private.spots_of(e, p.attends) - p.taken as free
    from public.events e
    join public.event_spots p on p.event_id = e.id
    where e.id = action.event_id
  ),
  reserved as (
    update public.reservations r
      set state = was.state, attends = was.attends, switches_to = was.switches_to, hold_until = was.hold_until,
        offer_ends_at = was.offer_ends_at, to_be_notified = was.to_be_notified, arrived = was.arrived,
        checked_in_at = was.checked_in_at, checked_in_by = was.checked_in_by, decided_at = was.decided_at,
        words = was.words
      from (
        select w.*, sum(w.party) filter (where w.state in ('placed', 'offered'))
          over (partition by w.attends order by w.line) as needed
        from were w
        where action.verb <> 'clear' or w.id in (select s.id from suspected s)
      ) was
      where r.id = was.id and r.party = was.party
        and case action.verb
          when 'told' then was.to_be_notified and not r.to_be_notified and r.state = was.state
          when 'give' then r.state = 'placed' and was.state = 'waiting' and r.checked_in_at is null
          when 'check-in' then r.state = 'placed' and r.checked_in_at = action.applied_at
          when 'clear' then true
          when 'accept' then r.state in ('placed', 'waiting') and was.state = 'asked' and r.checked_in_at is null
          when 'turn-down' then r.state = 'turned-down' and was.state = 'asked'
          when 'cancel' then r.state = 'canceled' and (
            was.state = 'waiting' or was.needed <= (select s.free from spots s where s.attends = was.attends)
          )
        end
      returning r.id
  )
  select array_agg(changed.id) into people
    from (select t.id from told t union select s.id from suspected s union select r.id from reserved r) changed;
  update private.bulk_action_people c set is_undone = true where c.action_id = p_id and c.entry_id = any (people);
  update private.bulk_actions a set undone_at = now() where a.id = p_id;
  return 'undone';
end;
$$;

-- for admins: writes people as they were before an action
grant execute on function public.undo_bulk_action to authenticated;
