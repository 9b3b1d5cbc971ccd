-- Columns of an event that are not part of its announcement: changing only these does not count as rewriting the event.
create function private.settings_of_event() returns text[]
language sql
immutable
return array[
  'status', 'is_published', 'tab_order', 'tab_label', 'waitlist_closed', 'series_id', 'recap', 'recap_url',
  'visibility', 'link_secret', 'address', 'is_listed',
  'sequence', 'dated_at', 'news_at', 'relied_on', 'previous_starts_at', 'updated_at', 'search_text', 'over_at'
];
