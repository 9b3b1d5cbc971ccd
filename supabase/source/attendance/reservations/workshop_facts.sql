-- Returns {key, title, status, sign_up, places: [{attends, total, left, waiting}]}: what is shown of an event's spots
-- on the page of another event.
create function private.workshop_facts(p_event public.events) returns jsonb
language sql
stable
return jsonb_build_object(
  'key', p_event.address,
  'title', p_event.title,
  'status', p_event.status,
  'sign_up', private.sign_up(p_event.id),
  'places', (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'attends', p.attends,
          'total', private.spots_of(p_event, p.attends),
          'left', greatest(private.spots_of(p_event, p.attends) - p.taken, 0),
          'waiting', p.waiting
        )
        order by p.attends desc
      ),
      '[]'
    )
    from public.event_spots p
    where p.event_id = p_event.id and p_event.meets in (p.attends, 'both')
  )
);
