-- Returns what a preview link to an event shows, as it is now: {event: the fields of read_events, is_published}.
create function private.event_in_preview(p_id uuid) returns jsonb
language sql
stable
return (
  select jsonb_build_object(
    'event', private.events_as_shown(array[e.id], '{}', 'one')::jsonb -> 0,
    'is_published', e.is_published
  )
  from public.events e
  where e.id = p_id
);
