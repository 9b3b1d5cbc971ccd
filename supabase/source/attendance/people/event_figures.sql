-- For admins: returns what an event has to show of its people: spots in the room and online, how many signed up, are
-- unconfirmed, not notified, suspected spam, and came, which offers have failed, and who is next. places is empty if
-- the event takes no reservations.
create function public.event_figures(p_event uuid) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  places jsonb;
  counts jsonb;
begin
  perform private.require_admin();

  select coalesce(jsonb_agg(to_jsonb(place) order by place.attends desc), '[]') into places
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
      where e.id = p_event and e.takes_reservations
      group by e.id, p.event_id, p.attends
    ) place;
  select jsonb_build_object(
      'people', count(*) filter (where not w.suspected_spam),
      'unconfirmed', count(*) filter (where not w.suspected_spam and w.confirmed_at is null),
      'unnotified', count(*) filter (where not w.suspected_spam and w.is_unnotified),
      'notified', count(*) filter (where not w.suspected_spam and not w.is_unnotified and w.notified_at is not null),
      'asked', count(*) filter (where not w.suspected_spam and w.state = 'asked' and w.confirmed_at is not null),
      'asked_unconfirmed', count(*) filter (
        where not w.suspected_spam and w.state = 'asked' and w.confirmed_at is null
      ),
      'spam', count(*) filter (where w.suspected_spam),
      'failing', count(*) filter (where w.is_failing),
      'offered', count(*) filter (where w.state = 'offered'),
      'came', count(w.checked_in_at),
      'moved_up', (select coalesce(sum(p.moved_up), 0) from public.event_spots p where p.event_id = p_event)
    )
    into counts
    from public.event_people(p_event) w;

  return jsonb_build_object(
    'sign_up', private.sign_up(p_event),
    'counts', counts,
    'places', places,
    'attendance', private.attendance(p_event),
    -- The first to whom an admin may give a spot if no offers are sent.
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
        jsonb_agg(jsonb_build_object('id', t.id, 'name', w.name, 'party', r.party, 'mail_state', t.mail_state,
          'last_error', t.last_error) order by r.line),
        '[]'
      )
      from private.failed_offers() t
      join public.reservations r on r.id = t.id
      join public.waitlist_entries w on w.id = t.id
      where t.event_id = p_event
    )
  );
end;
$$;

-- for admins: reads how many people an event has, and who is next
grant execute on function public.event_figures to authenticated;
