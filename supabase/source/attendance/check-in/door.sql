-- Returns what a helper with a pass sees first: {state: open, early, over, closed or nowhere, title, place, starts_at,
-- opens_at, closes_at, spots, counts}; opens_at is null for a sample event, whose door is open from the start.
create function public.door(p_token_digest text) returns jsonb
language sql
stable
security definer
set search_path = ''
return coalesce(
  (
    select jsonb_build_object(
      'state', d.state,
      'title', e.title,
      'place', e.place,
      'starts_at', e.starts_at,
      'opens_at', case when not private.is_sample_event(e.id) then e.starts_at - interval '2 hours' end,
      'closes_at', e.over_at + interval '4 hours',
      'spots', private.spots_of(e, 'room'),
      'counts', case when d.state = 'open' then private.attendance(e.id) end
    )
    from private.door_pass(p_token_digest) d
    join public.events e on e.id = d.event_id
  ),
  jsonb_build_object('state', 'nowhere')
);

grant execute on function public.door to service_role;
