-- Returns what a line of a newsletter issue says of an event.
create function private.event_in_issue(e public.events) returns jsonb
language sql
stable
return jsonb_build_object(
  'key', e.key,
  'title', e.title,
  'summary', e.summary,
  'starts_at', e.starts_at,
  'ends_at', e.ends_at,
  'date_precision', e.date_precision,
  'over_at', e.over_at,
  'time_note', e.time_note,
  'status', e.status,
  'meets', e.meets,
  'place', e.place,
  'has_recap', e.recap is not null or e.recap_url is not null
);
