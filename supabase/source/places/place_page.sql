-- Returns {place, events}: a place that the caller may read, or null, and the events there as read_events does.
create function public.place_page(p_key text) returns json
language sql
stable
return json_build_object(
  'place', (
    select json_strip_nulls(json_build_object(
      'key', p.key,
      'name', p.name,
      'street', p.street,
      'city', p.city,
      'island', p.island,
      'way_in', p.way_in,
      'bus', p.bus,
      'parking', p.parking,
      'steps', p.steps,
      'seating', p.seating,
      'quiet_space', p.quiet_space,
      'restrooms', p.restrooms,
      'latitude', p.latitude,
      'longitude', p.longitude,
      'picture', case
        when p.picture_path is not null then json_build_object(
          'path', p.picture_path, 'alt', p.picture_alt, 'width', p.picture_width, 'height', p.picture_height
        )
      end
    ))
    from public.places p
    where p.key = p_key
  ),
  'events', public.read_events(p_place => p_key)
);

grant execute on function public.place_page to anon;
