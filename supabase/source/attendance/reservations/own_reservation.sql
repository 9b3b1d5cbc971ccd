create function private.own_reservation(p_id uuid) returns jsonb
language sql
stable
return (
  select jsonb_build_object(
    'state', r.state,
    'party', r.party,
    'answer', r.answer,
    'hold_until', r.hold_until,
    'offer_ends_at', r.offer_ends_at,
    'code', case when r.state = 'placed' and r.hold_until is null then r.code end,
    'join_url', case when private.may_join(r) then (select j.url from private.join_links j where j.event_id = r.event_id) end,
    'checked_in_at', r.checked_in_at,
    'is_asked', private.may_answer(r),
    'coming_at', r.coming_at,
    'in_line', case when r.state = 'waiting' then (
      select count(*) from public.reservations o where o.event_id = r.event_id and o.state = 'waiting' and o.line <= r.line
    ) end,
    'free', greatest(e.attendee_limit - p.taken, 0),
    'moved_up', p.moved_up,
    'can_take', r.state = 'waiting' and private.has_spots_for(r.event_id, r.party, r.line, true),
    'sign_up', private.sign_up(e.id)
  )
  from public.reservations r
  join public.events e on e.id = r.event_id
  join public.event_spots p on p.event_id = r.event_id
  where r.id = p_id
);

comment on function private.own_reservation(uuid) is 'What somebody sees of their own reservation; the code, and the link of an online event, once the spot is theirs.';
