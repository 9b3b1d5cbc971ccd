-- For admins: does a bulk action to everyone to whom it can be done now, all together, and records for the others why
-- not; once. With p_mails, people get emails about their spots; with p_forward, the configured endpoint gets who leaves
-- suspected spam. p_words is what people who asked read with the decision; with p_line, those for whom not enough is
-- free go to the waitlist. Returns applied, already-applied, changed (nothing was done; try again) or gone.
create function public.apply_bulk_action(
  p_id uuid,
  p_mails boolean,
  p_forward boolean,
  p_words text default null,
  p_line boolean default false
)
  returns public.apply_bulk_action_outcome
language plpgsql
security definer
set search_path = ''
-- Rows that have just been written have no statistics; nested loops over them would take seconds.
set enable_nestloop = off
set jit = off
as $$
declare
  action constant private.bulk_actions := private.require_bulk_action(p_id);
  people uuid[];
  lines_up constant boolean := p_line and action.verb = 'accept'
    and private.sign_up(action.event_id) in ('open', 'line');
begin
  if action.id is null then
    return 'gone';
  end if;
  if action.applied_at is not null then
    return 'already-applied';
  end if;
  update private.bulk_action_people c
    set outcome = case
        when j.verdict = 'full' and lines_up then 'in-line'
        else j.verdict
      end,
      before = jsonb_build_object(
        'told', w.told, 'notified_at', w.notified_at, 'tickets_notified_at', w.tickets_notified_at,
        'reservation', to_jsonb(r) - array['answer', 'code']
      )
    from private.judge_bulk_action(action, p_mails) j
    join public.waitlist_entries w on w.id = j.entry_id
    left join public.reservations r on r.id = w.id
    where c.action_id = p_id and c.entry_id = j.entry_id;
  people := array(
    select c.entry_id from private.bulk_action_people c where c.action_id = p_id and c.outcome = 'done' order by 1
  );
  case action.verb
    when 'told' then
      perform private.note_people_notified(people, action.made_at);
    when 'give' then
      perform private.place_people(people, p_mails);
    when 'check-in' then
      update public.reservations r
        set arrived = r.party, checked_in_at = now(), checked_in_by = 'an admin', hold_until = null, switches_to = null
        where r.id = any (people);
    when 'accept' then
      perform private.accept_people(
        people,
        array(select c.entry_id from private.bulk_action_people c where c.action_id = p_id and c.outcome = 'in-line'),
        nullif(btrim(p_words), ''),
        p_mails
      );
    when 'turn-down' then
      perform private.turn_down_people(people, nullif(btrim(p_words), ''), p_mails);
    when 'clear' then
      perform private.clear_people(action.event_id, people, p_forward);
    when 'cancel' then
      perform private.cancel_people(action.event_id, people, p_mails);
  end case;
  update private.bulk_actions a
    set applied_at = now(),
      is_final = exists (
        select from private.bulk_action_people c where c.action_id = p_id and c.outcome in ('done', 'in-line')
      ) and case a.verb
        when 'clear' then p_forward
        else p_mails and a.verb in ('give', 'cancel', 'accept', 'turn-down')
      end
    where a.id = p_id;
  return 'applied';
exception
  -- Someone signed up in this moment with an address that was to leave suspected spam.
  when unique_violation then
    return 'changed';
end;
$$;

-- for admins: writes what an action does to people; sends emails about their spots
grant execute on function public.apply_bulk_action to authenticated;
