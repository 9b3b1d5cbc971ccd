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
      'opens_at', e.starts_at - interval '2 hours',
      'closes_at', e.over_at + interval '4 hours',
      'places', e.attendee_limit,
      'counts', case when d.state = 'open' then private.attendance(e.id) end
    )
    from private.door_pass(p_token_digest) d
    join public.events e on e.id = d.event_id
  ),
  jsonb_build_object('state', 'nowhere')
);

comment on function public.door(text) is
  'What a helper with a pass sees first: {state: open, early, over, closed or nowhere, title, place, starts_at, opens_at, closes_at, places, counts}.';

grant execute on function public.door(text) to service_role;
