-- Returns {found: {event, speakers}}: the speakers of announced talks in the published program of a published event, by
-- name; null if there is no such program.
create function public.read_speakers(p_key text) returns jsonb
language sql
stable
security definer
set search_path = ''
return jsonb_build_object('found', (
  select jsonb_build_object(
    'event', jsonb_build_object('key', e.address, 'title', e.title),
    'speakers', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'number', s.number, 'name', s.name, 'organization', s.organization, 'picture_path', s.picture_path,
            'picture_alt', s.picture_alt, 'picture_width', s.picture_width, 'picture_height', s.picture_height
          )
          order by s.name, s.number
        ),
        '[]'
      )
      from public.speakers s
      where s.event_id = e.id and private.is_speaking(s.id)
    )
  )
  from public.events e
  join public.programmes p on p.id = e.id
  where e.address = p_key and e.is_published and p.published_at is not null
));

grant execute on function public.read_speakers to anon;
