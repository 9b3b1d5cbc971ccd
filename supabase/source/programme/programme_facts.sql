-- Returns the program of an event as visitors see a published one, {event, published_at, rooms, talks, gone, changes,
-- speakers}, or of one talk by its number, or the talks of one speaker, with texts; p_texts adds all abstracts. A talk
-- that is not announced has only kind, time, room and status.
create function private.programme_facts(p_event uuid, p_talk integer, p_speaker integer, p_texts boolean) returns jsonb
language sql
stable
return (
  with talk as (
    select t.*
    from public.talks t
    where t.event_id = p_event
      and (p_talk is null or (t.number = p_talk and t.is_announced))
      and (
        p_speaker is null
        or (
          t.is_announced
          and exists (
            select from public.talk_speakers s
            join public.speakers p on p.id = s.speaker_id
            where s.talk_id = t.id and p.number = p_speaker
          )
        )
      )
    order by t.starts_at nulls last, t.room_id, t.number
    limit 500
  ),
  -- The speakers of a talk that is not announced are not revealed.
  speech as (
    select s.talk_id, p.number as speaker, s.position, p.id
    from talk t
    join public.talk_speakers s on s.talk_id = t.id
    join public.speakers p on p.id = s.speaker_id
    where t.is_announced
  )
  select jsonb_build_object(
    'event', jsonb_build_object(
      'key', e.address, 'title', e.title, 'place', e.place, 'starts_at', e.starts_at, 'ends_at', e.ends_at,
      'date_precision', e.date_precision, 'over_at', e.over_at, 'time_note', e.time_note, 'status', e.status
    ),
    'published_at', (select p.published_at from public.programmes p where p.id = e.id),
    'rooms', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('id', r.id, 'name', r.name, 'floor', r.floor, 'steps', r.steps, 'seats', r.seats)
          order by r.id
        ),
        '[]'
      )
      from public.rooms r
      where r.event_id = e.id and exists (select from talk t where t.room_id = r.id)
    ),
    'talks', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'number', t.number, 'kind', t.kind, 'starts_at', t.starts_at, 'ends_at', t.ends_at, 'room', t.room_id,
            'status', t.status, 'sequence', t.sequence, 'updated_at', t.updated_at
          )
          || case
            when t.is_announced then
              jsonb_build_object(
                'title', t.title, 'language', t.language, 'level', t.level, 'slides_url', t.slides_url,
                'recording_url', t.recording_url,
                'workshop', (
                  select private.workshop_facts(w)
                  from public.events w
                  where w.id = t.workshop_id and w.for_people_of = t.event_id and w.is_published
                    and (w.is_listed or e.visibility = 'link')
                ),
                'speakers', (
                  select coalesce(jsonb_agg(s.speaker order by s.position), '[]') from speech s where s.talk_id = t.id
                )
              )
              || case
                when p_talk is not null or p_texts then jsonb_build_object('abstract', t.abstract, 'id', t.id)
                else '{}'
              end
            else '{}'
          end
          order by t.starts_at nulls last, t.room_id, t.number
        ),
        '[]'
      )
      from talk t
    ),
    'gone', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'number', g.number, 'title', g.title, 'starts_at', g.starts_at, 'ends_at', g.ends_at,
            'sequence', g.sequence, 'gone_at', g.gone_at
          )
          order by g.number
        ),
        '[]'
      )
      from (
        select * from private.gone_talks
        where event_id = e.id and p_talk is null and p_speaker is null
        order by number desc
        limit 500
      ) g
    ),
    'changes', (
      select coalesce(jsonb_agg(to_jsonb(c) order by c.changed_at desc, c.number), '[]')
      from (
        select d.number, d.what, d.title, d.changed_at, d.starts_at, d.ends_at, r.name as room
        from private.changes_of(p_event) d
        left join public.rooms r on r.id = d.room_id
        where p_talk is null and p_speaker is null
        order by d.changed_at desc, d.number
        limit 10
      ) c
    ),
    'speakers', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('number', s.number, 'name', s.name, 'organization', s.organization)
          || case
            when p_talk is not null or p_speaker is not null then
              jsonb_build_object(
                'biography', s.biography, 'link_url', s.link_url, 'picture_path', s.picture_path,
                'picture_alt', s.picture_alt, 'picture_width', s.picture_width, 'picture_height', s.picture_height
              )
            when p_texts then jsonb_build_object('id', s.id)
            else '{}'
          end
          order by s.name, s.number
        ),
        '[]'
      )
      from public.speakers s
      where s.id in (select h.id from speech h)
    )
  )
  from public.events e
  where e.id = p_event
);
