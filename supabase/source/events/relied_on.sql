-- Returns what the people of an event rely on, and are notified of when it changes. Times are in UTC.
create function public.relied_on(
  p_status text,
  p_starts_at timestamptz,
  p_ends_at timestamptz,
  p_date_precision text,
  p_place text,
  p_meets text
) returns jsonb
language sql
immutable
parallel safe
return jsonb_build_object(
  'status', p_status,
  'starts_at', p_starts_at at time zone 'UTC',
  'ends_at', p_ends_at at time zone 'UTC',
  'date_precision', p_date_precision,
  'place', p_place,
  'meets', p_meets
);

-- for members: reads nothing: only computes
grant execute on function public.relied_on to authenticated;
