-- Returns what an event keeps of its place besides its words; what is not known is left out.
create function private.place_details(p_place public.places) returns jsonb
language sql
stable
return jsonb_strip_nulls(jsonb_build_object(
  'key', p_place.key,
  'name', p_place.name,
  'street', p_place.street,
  'city', p_place.city,
  'island', p_place.island,
  'way_in', p_place.way_in,
  'bus', p_place.bus,
  'parking', p_place.parking,
  'steps', p_place.steps,
  'seating', p_place.seating,
  'quiet_space', p_place.quiet_space,
  'restrooms', p_place.restrooms,
  'latitude', p_place.latitude,
  'longitude', p_place.longitude
));
