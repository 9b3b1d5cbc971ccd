-- For admins: returns {event, published_at, rooms, speakers, workshops, talks} of an event, including drafts, each talk
-- with the ids of its speakers; the key of the event is its address; null if there is no such event, or the caller is
-- not an admin.
create function public.edited_programme(p_event uuid) returns jsonb
language sql
stable
return (
  select jsonb_build_object(
    'event', jsonb_build_object(
      'id', e.id, 'key', e.address, 'title', e.title, 'is_published', e.is_published, 'status', e.status,
      'over_at', e.over_at, 'takes_reservations', e.takes_reservations, 'meets', e.meets
    ),
    'published_at', (select p.published_at from public.programmes p where p.id = e.id),
    'rooms', (
      select coalesce(jsonb_agg(to_jsonb(r) order by r.id), '[]')
      from public.rooms r
      where r.event_id = e.id
    ),
    'speakers', (
      select coalesce(jsonb_agg(to_jsonb(s) order by s.name, s.number), '[]')
      from public.speakers s
      where s.event_id = e.id
    ),
    'workshops', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'id', w.id, 'title', w.title, 'status', w.status,
            'starts_at', case when w.date_precision = 'exact' then w.starts_at end, 'ends_at', w.ends_at
          )
          order by w.starts_at, w.id
        ),
        '[]'
      )
      from public.events w
      where w.for_people_of = e.id
    ),
    'talks', (
      select coalesce(
        jsonb_agg(
          to_jsonb(t)
          || jsonb_build_object(
            'speakers', (
              select coalesce(jsonb_agg(s.speaker_id order by s.position), '[]')
              from public.talk_speakers s
              where s.talk_id = t.id
            )
          )
          order by t.starts_at nulls last, t.room_id, t.number
        ),
        '[]'
      )
      from public.talks t
      where t.event_id = e.id
    )
  )
  from public.events e
  where e.id = p_event and (select public.is_admin())
);

-- for members: reads the talks, rooms and speakers of an event; nothing for a caller who is not an admin
grant execute on function public.edited_programme to authenticated;
