create function public.event_reservations(
  p_event uuid,
  p_state text default '',
  p_search text default '',
  p_sort text default 'line',
  p_page integer default 1,
  p_person uuid default null
) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  page_size constant integer := 50;
  words constant text[] := array_remove(regexp_split_to_array(public.fold(left(coalesce(p_search, ''), 200)), '\s+'), '');
  counts jsonb;
  places jsonb;
  total integer;
  pages integer;
  page integer;
  shown uuid[];
begin
  if not public.is_admin() then
    raise exception 'only admins may see who comes' using errcode = 'insufficient_privilege';
  end if;

  select jsonb_agg(to_jsonb(place) order by place.attends desc) into places
    from (
      select p.attends,
        private.spots_of(e, p.attends) as spots,
        greatest(private.spots_of(e, p.attends) - p.taken, 0) as free,
        p.taken,
        p.waiting,
        coalesce(sum(r.party) filter (where r.state = 'placed' and r.hold_until is null), 0) as confirmed,
        coalesce(sum(r.party) filter (where r.hold_until is not null), 0) as held,
        coalesce(sum(r.party) filter (where r.state = 'offered'), 0) as offered
      from public.events e
      join public.event_spots p on p.event_id = e.id and e.meets in (p.attends, 'both')
      left join public.reservations r on r.event_id = e.id and r.attends = p.attends
      where e.id = p_event
      group by e.id, p.event_id, p.attends
    ) place;
  if places is null then
    return '{}';
  end if;
  select jsonb_build_object(
      'moved_up', (select sum(p.moved_up) from public.event_spots p where p.event_id = p_event),
      'unnotified', count(*) filter (where r.to_be_notified),
      'answers', count(r.answer)
    )
    into counts
    from public.reservations r
    where r.event_id = p_event;

  select array_agg(r.id order by case when p_sort = 'name' then public.fold(w.name) end collate "C", r.line), count(*)
    into shown, total
    from public.reservations r
    join public.waitlist_entries w on w.id = r.id
    where r.event_id = p_event
      and r.state <> 'set-aside'
      and (p_person is null or r.id = p_person)
      and case coalesce(p_state, '')
        when 'out' then r.state in ('declined', 'lapsed', 'canceled')
        when 'held' then r.hold_until is not null
        when 'unnotified' then r.to_be_notified
        when 'came' then r.checked_in_at is not null
        when 'absent' then r.state = 'placed' and r.attends = 'room' and r.checked_in_at is null
        when 'online' then r.state = 'placed' and r.attends = 'online'
        when 'switching' then r.switches_to is not null
        when '' then true
        else r.state = p_state
      end
      and not exists (select from unnest(words) as word where strpos(w.search_text, word) = 0);
  pages := greatest(1, (total + page_size - 1) / page_size);
  page := least(greatest(coalesce(p_page, 1), 1), pages);
  shown := shown[(page - 1) * page_size + 1:page * page_size];

  return jsonb_build_object(
    'sign_up', private.sign_up(p_event),
    'counts', counts,
    'places', places,
    'attendance', private.attendance(p_event),
    -- The person to whom an admin may give a spot if no offers are sent.
    'next', (
      select jsonb_build_object('id', w.id, 'name', w.name, 'party', r.party, 'waits_for', r.waits_for)
      from public.reservations r
      join public.waitlist_entries w on w.id = r.id
      join jsonb_to_recordset(places) as place (attends text, free integer) on place.attends = r.waits_for
      where r.event_id = p_event
        and r.party <= place.free
        and private.sign_up(p_event) = 'open'
      order by r.line
      limit 1
    ),
    'troubles', (
      select coalesce(
        jsonb_agg(jsonb_build_object('id', t.id, 'name', w.name, 'party', r.party, 'mail_state', t.mail_state, 'last_error', t.last_error) order by r.line),
        '[]'
      )
      from private.failed_offers() t
      join public.reservations r on r.id = t.id
      join public.waitlist_entries w on w.id = t.id
      where t.event_id = p_event
    ),
    'total', total,
    'page', page,
    'pages', pages,
    'rows', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', r.id, 'name', w.name, 'email', w.email, 'is_confirmed', w.confirmed_at is not null, 'party', r.party, 'answer', r.answer,
            'state', r.state, 'attends', r.attends, 'switches_to', r.switches_to, 'position', l.position, 'hold_until', r.hold_until, 'offered_at', r.offered_at, 'offer_ends_at', r.offer_ends_at,
            'to_be_notified', r.to_be_notified, 'arrived', r.arrived, 'checked_in_at', r.checked_in_at,
            'coming_at', case when r.asked_for = (select private.day_of_event(e) from public.events e where e.id = p_event) then r.coming_at end,
            'moves', (
              select coalesce(jsonb_agg(jsonb_build_object('reason', m.reason, 'moved_at', m.moved_at) order by m.moved_at), '[]')
              from public.line_moves m
              where m.reservation_id = r.id
            )
          )
          order by array_position(shown, r.id)
        ),
        '[]'
      )
      from public.reservations r
      join public.waitlist_entries w on w.id = r.id
      left join (
        select o.id, row_number() over (partition by o.waits_for order by o.line) as position
        from public.reservations o
        where o.event_id = p_event and o.waits_for is not null
      ) l on l.id = r.id
      where r.id = any (shown)
    )
  );
end;
$$;

comment on function public.event_reservations(uuid, text, text, text, integer, uuid) is
  'For admins: returns the spots of an event in the room and online, how many people still have to be notified, which offers have failed, who is next, and a page of 50 reservations in waitlist order or by name. p_state limits the page to a state, held, no longer active (out), unnotified, came, absent, with a spot online (online), switching or all (empty); p_person to one person. A search requires every word in name, address and note. Returns an empty object if the event takes no reservations. Excludes suspected spam.';

-- for admins: reads the reservations of an event, with names and addresses
grant execute on function public.event_reservations(uuid, text, text, text, integer, uuid) to authenticated;
