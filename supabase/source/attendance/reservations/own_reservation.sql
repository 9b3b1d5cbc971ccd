-- Returns what people see of their own reservation; the code of a spot in the room, or the link of a spot online, only
-- once the spot is theirs.
create function private.own_reservation(p_id uuid) returns jsonb
language plpgsql
stable
as $$
begin
  return (
    select jsonb_build_object(
      'state', r.state,
      'attends', r.attends,
      'switches_to', r.switches_to,
      'may_switch', private.may_switch(r),
      'party', r.party,
      'hold_until', r.hold_until,
      'offer_ends_at', r.offer_ends_at,
      'code', case when r.state = 'placed' and r.hold_until is null and r.attends = 'room' then r.code end,
      'join_url', case
        when private.may_join(r) then (select j.url from private.join_links j where j.event_id = r.event_id)
      end,
      'checked_in_at', r.checked_in_at,
      'arrived', r.arrived,
      'is_asked', private.may_answer(r),
      'coming_at', r.coming_at,
      'words', case when r.state in ('placed', 'turned-down') then r.words end,
      'decided_at', r.decided_at,
      'in_line', case when r.waits_for is not null then (
        select count(*)
        from public.reservations o
        where o.event_id = r.event_id and o.waits_for = r.waits_for and o.line <= r.line
      ) end,
      'free', greatest(private.spots_of(e, p.attends) - p.taken, 0),
      'moved_up', (select sum(o.moved_up) from public.event_spots o where o.event_id = r.event_id),
      'can_take', case
        when r.waits_for is not null then private.has_spots_for(r.event_id, r.waits_for, r.party, r.line, true)
        when r.state in ('declined', 'lapsed', 'canceled', 'past') and e.admission <> 'asked'
          then private.has_spots_for(r.event_id, r.attends, r.party, 2147483647, true)
        else false
      end,
      'sign_up', private.sign_up(e.id)
    )
    from public.reservations r
    join public.events e on e.id = r.event_id
    join public.event_spots p on p.event_id = r.event_id and p.attends = r.attends
    where r.id = p_id
  );
end;
$$;
