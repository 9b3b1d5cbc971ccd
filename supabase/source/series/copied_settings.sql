-- Columns of an event that its next edition copies unchanged; hours and sign-up times are moved to the new day instead.
create function private.copied_settings() returns text[]
language sql
immutable
return array[
  'title', 'time_note', 'place', 'attendee_limit', 'summary', 'about', 'poster_path', 'poster_alt', 'poster_width',
  'poster_height', 'place_id', 'place_note', 'to_bring', 'co_hosts', 'takes_reservations', 'party_limit',
  'offer_hours', 'meets', 'ask_days', 'online_limit', 'admission', 'visibility', 'tells_undecided'
];
