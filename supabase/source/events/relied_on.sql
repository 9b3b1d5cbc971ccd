create function public.relied_on(event public.events) returns jsonb
language sql
stable
return jsonb_build_object(
  'status', event.status,
  'starts_at', event.starts_at at time zone 'UTC',
  'ends_at', event.ends_at at time zone 'UTC',
  'date_precision', event.date_precision,
  'place', event.place,
  'meets', event.meets
);

comment on function public.relied_on(public.events) is
  'Returns what the people of an event rely on, and are told when it changes: status, date and place. Times are in UTC.';

-- for members: reads what people rely on, of a given event
grant execute on function public.relied_on(public.events) to authenticated;
