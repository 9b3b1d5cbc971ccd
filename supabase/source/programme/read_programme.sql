create function public.read_programme(p_key text, p_talk integer default null) returns jsonb
language sql
stable
security definer
set search_path = ''
return jsonb_build_object('programme', (
  with programme as (
    select e.*, p.published_at
    from public.events e
    join public.programmes p on p.id = e.id
    where e.key = p_key and e.is_published and p.published_at is not null
  ),
  talk as (
    select t.*
    from programme e
    join public.talks t on t.event_id = e.id
    where p_talk is null or (t.number = p_talk and t.is_announced)
    order by t.starts_at nulls last, t.room_id, t.number
    limit 500
  ),
  -- Nothing says who speaks in a talk that is not announced.
  speech as (
    select s.talk_id, p.number as speaker, s.position, p.id
    from talk t
    join public.talk_speakers s on s.talk_id = t.id
    join public.speakers p on p.id = s.speaker_id
    where t.is_announced
  )
  select jsonb_build_object(
    'event', jsonb_build_object(
      'key', e.key, 'title', e.title, 'place', e.place, 'starts_at', e.starts_at, 'ends_at', e.ends_at, 'date_precision', e.date_precision,
      'over_at', e.over_at, 'time_note', e.time_note, 'status', e.status
    ),
    'published_at', e.published_at,
    'rooms', (
      select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'name', r.name, 'floor', r.floor, 'steps', r.steps, 'seats', r.seats) order by r.id), '[]')
      from public.rooms r
      where r.event_id = e.id and exists (select from talk t where t.room_id = r.id)
    ),
    'talks', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('number', t.number, 'kind', t.kind, 'starts_at', t.starts_at, 'ends_at', t.ends_at, 'room', t.room_id, 'status', t.status,
            'sequence', t.sequence, 'updated_at', t.updated_at)
          || case
            when t.is_announced then
              jsonb_build_object(
                'title', t.title, 'language', t.language, 'level', t.level, 'slides_url', t.slides_url, 'recording_url', t.recording_url,
                'speakers', (select coalesce(jsonb_agg(s.speaker order by s.position), '[]') from speech s where s.talk_id = t.id)
              )
              || case when p_talk is not null then jsonb_build_object('abstract', t.abstract) else '{}' end
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
          jsonb_build_object('number', g.number, 'title', g.title, 'starts_at', g.starts_at, 'ends_at', g.ends_at, 'sequence', g.sequence, 'gone_at', g.gone_at)
          order by g.number
        ),
        '[]'
      )
      from (select * from private.gone_talks where event_id = e.id and p_talk is null order by number desc limit 500) g
    ),
    'speakers', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('number', s.number, 'name', s.name, 'organization', s.organization)
          || case
            when p_talk is not null then
              jsonb_build_object(
                'biography', s.biography, 'link_url', s.link_url, 'picture_path', s.picture_path, 'picture_alt', s.picture_alt,
                'picture_width', s.picture_width, 'picture_height', s.picture_height
              )
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
  from programme e
));

comment on function public.read_programme(text, integer) is
  '{programme}: the published one of a published event, {event, published_at, rooms, talks, gone, speakers}, or of one talk by its number, with texts; null where there is none. Of a talk that is not announced it says kind, time and room alone.';

grant execute on function public.read_programme(text, integer) to anon;
