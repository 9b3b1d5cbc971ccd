-- Returns what an import can change of an event, and the fields that describe how its date was announced, so that an
-- undo can restore them.
create function private.event_as_imported(p_event public.events) returns jsonb
language sql
stable
as $$
  select jsonb_build_object(
    'title', p_event.title,
    'place', p_event.place,
    'summary', p_event.summary,
    'about', p_event.about,
    'ticket_url', p_event.ticket_url,
    'status', p_event.status,
    'time_note', p_event.time_note,
    'recap', p_event.recap,
    'recap_url', p_event.recap_url,
    'dates', jsonb_build_object(
      'starts_at', p_event.starts_at,
      'ends_at', p_event.ends_at,
      'date_precision', p_event.date_precision,
      'previous_starts_at', p_event.previous_starts_at,
      'news_at', p_event.news_at
    )
  );
$$;
