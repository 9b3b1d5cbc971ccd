-- Returns the ticket with a code, for a helper with a pass of the same event: {door: the state of the door, ticket:
-- {name, party, state, arrived, checked_in_at, checked_in_by, answers} or null, elsewhere: what the code is for if not
-- for the room: {why: given-up, online or other-event, at, title} or null}. Answers are the yes or no to questions for
-- the door.
create function public.door_ticket(p_token_digest text, p_code text) returns jsonb
language sql
stable
security definer
set search_path = ''
return coalesce(
  (
    select jsonb_build_object(
      'door', d.state,
      'ticket', (
        select jsonb_build_object(
          'name', w.name, 'party', r.party, 'state', case when r.hold_until is null then r.state else 'held' end,
          'arrived', r.arrived, 'checked_in_at', r.checked_in_at, 'checked_in_by', r.checked_in_by,
          'answers', (
            select coalesce(
              jsonb_agg(jsonb_build_object('question', q.text, 'value', a.value -> 0) order by q.position),
              '[]'
            )
            from public.event_questions q
            join public.entry_answers a on a.question_id = q.id and a.entry_id = r.id
            where q.event_id = d.event_id and q.for_door and r.state = 'placed'
          )
        )
        from public.reservations r
        join public.waitlist_entries w on w.id = r.id
        where r.event_id = d.event_id and r.code = p_code and r.attends = 'room' and r.state <> 'set-aside'
          and d.state = 'open'
      ),
      'elsewhere', coalesce(
        (
          select jsonb_build_object('why', 'given-up', 'at', g.left_at)
          from private.waitlist_departures g
          where g.event_id = d.event_id and g.reservation ->> 'code' = p_code and d.state = 'open'
        ),
        (
          select jsonb_build_object('why', 'online')
          from public.reservations r
          where r.event_id = d.event_id
            and r.code = p_code
            and r.attends = 'online'
            and r.state = 'placed'
            and d.state = 'open'
        ),
        (
          -- An event by link is not named: its title is for those who have the link.
          select jsonb_build_object('why', 'other-event', 'title', case when o.is_listed then o.title end)
          from public.reservations r
          join public.events o on o.id = r.event_id
          where r.code = p_code and r.event_id <> d.event_id and r.state <> 'set-aside' and d.state = 'open'
        )
      )
    )
    from private.door_pass(p_token_digest) d
  ),
  jsonb_build_object('door', 'nowhere', 'ticket', null, 'elsewhere', null)
);

grant execute on function public.door_ticket to service_role;
