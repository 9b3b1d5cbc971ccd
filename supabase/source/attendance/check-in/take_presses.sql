-- Applies what helpers pressed on a phone, once for each id: [{id, kind, code (a digest), people, age (milliseconds),
-- of (the id of a press), seen (the check-in that is undone)}]. Presses received up to 24 hours after closing count and
-- are marked as late; those made with a revoked pass are only recorded, at most 200. Returns [{id, outcome, at, by,
-- arrived}] with the current check-in, without it if the press is refused; null for a pass that no longer exists.
create function public.take_presses(p_token_digest text, p_helper text, p_presses jsonb) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  pass record;
  press record;
  refusal text;
  result text;
  pressed timestamptz;
  answers jsonb := '[]';
begin
  select d.id, d.event_id, d.ended_at, e.over_at + interval '4 hours' as closes_at,
      (select p.state from private.door_pass(p_token_digest) p) as state
    into pass
    from public.door_passes d
    join public.events e on e.id = d.event_id
    where d.token_digest = p_token_digest;
  if not found then
    return null;
  end if;
  refusal := case
    when pass.ended_at is not null then 'pass-ended'
    when pass.state = 'over' and now() >= pass.closes_at + interval '24 hours' then 'too-late'
    when pass.state not in ('open', 'over') then 'closed'
    -- More than the largest event can cause.
    when (select count(*) >= 20000 from public.door_presses p where p.pass_id = pass.id) then 'too-many'
  end;
  -- Two phones may send the same guests in a different order; the lock prevents a deadlock.
  perform private.lock_lines(pass.event_id);
  for press in
    select sent.*, r.id as reservation_id, r.party
    from rows from (
      jsonb_to_recordset(p_presses) as (
        id uuid, kind text, code text, people integer, age integer, of uuid, seen timestamptz
      )
    ) with ordinality as sent(id, kind, code, people, age, of, seen, place)
    left join public.reservations r on r.event_id = pass.event_id
      and r.attends = 'room'
      and private.code_digest(pass.id, r.code) = sent.code
    order by sent.place
  loop
    -- What is sent after the end of a pass is recorded, as far as one phone can have kept it, and told nothing.
    if refusal = 'pass-ended'
      and (
        select count(*) >= 200 from public.door_presses p where p.pass_id = pass.id and p.received_at >= pass.ended_at
      )
    then
      answers := answers || jsonb_build_object(
        'id', press.id, 'outcome', refusal, 'at', null, 'by', null, 'arrived', null
      );
      continue;
    end if;
    pressed := now() - least(greatest(press.age, 0), 172800000) * interval '1 millisecond';
    insert into public.door_presses (id, pass_id, kind, reservation_id, people, helper, pressed_at, is_late, outcome)
      values (
        press.id, pass.id, press.kind, press.reservation_id,
        case when press.kind in ('check-in', 'walk-in') then least(greatest(press.people, 1), 20) end,
        p_helper,
        pressed,
        coalesce(now() >= pass.closes_at, false), coalesce(refusal, 'not-found')
      )
      on conflict do nothing;
    if not found then
      select p.outcome into result from public.door_presses p where p.id = press.id and p.pass_id = pass.id;
      result := coalesce(result, 'not-found');
    elsif refusal is not null then
      result := refusal;
    else
      case press.kind
        when 'check-in' then
          result := private.let_in(press.reservation_id, press.people, p_helper, pressed);
        when 'undo' then
          -- Leaves a check-in that another helper has made in the meantime.
          update public.reservations r
            set arrived = null, checked_in_at = null, checked_in_by = null
            where r.id = press.reservation_id and r.checked_in_at = coalesce(
              (select p.pressed_at from public.door_presses p where p.id = press.of and p.outcome = 'in'), press.seen);
          result := case when found then 'undone' else 'not-in' end;
        when 'walk-in' then
          insert into public.walk_ins (id, event_id, people, helper, created_at)
            values (press.id, pass.event_id, least(greatest(press.people, 1), 20), p_helper, pressed)
            on conflict do nothing;
          result := 'walked-in';
        when 'undo-walk-in' then
          delete from public.walk_ins w where w.event_id = pass.event_id and w.id = press.of;
          result := 'walk-in-undone';
      end case;
      update public.door_presses p set outcome = result where p.id = press.id;
    end if;
    answers := answers || (
      select jsonb_build_object(
        'id', press.id, 'outcome', result, 'at', r.checked_in_at, 'by', r.checked_in_by, 'arrived', r.arrived
      )
      from (values (press.reservation_id)) asked(id)
      left join public.reservations r on r.id = asked.id and refusal is null
    );
  end loop;
  return answers;
end;
$$;

grant execute on function public.take_presses to service_role;
