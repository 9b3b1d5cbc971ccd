-- Writes all fields of an event's form except its series.
create function private.write_event(p_event public.events) returns void
language sql
as $$
  update public.events e
    set title = p_event.title, starts_at = p_event.starts_at, ends_at = p_event.ends_at, date_precision = p_event.date_precision,
      time_note = p_event.time_note, place = p_event.place, attendee_limit = p_event.attendee_limit, summary = p_event.summary,
      about = p_event.about, ticket_url = p_event.ticket_url, poster_path = p_event.poster_path, poster_alt = p_event.poster_alt,
      poster_width = p_event.poster_width, poster_height = p_event.poster_height, status = p_event.status,
      is_published = p_event.is_published, tab_order = p_event.tab_order, tab_label = p_event.tab_label, recap = p_event.recap,
      recap_url = p_event.recap_url, place_id = p_event.place_id, place_note = p_event.place_note, to_bring = p_event.to_bring, co_hosts = p_event.co_hosts,
      takes_reservations = p_event.takes_reservations, sign_up_opens_at = p_event.sign_up_opens_at,
      sign_up_closes_at = p_event.sign_up_closes_at, party_limit = p_event.party_limit,
      offer_hours = p_event.offer_hours, meets = p_event.meets, ask_days = p_event.ask_days, online_limit = p_event.online_limit,
      for_people_of = p_event.for_people_of, admission = p_event.admission, visibility = p_event.visibility,
      tells_undecided = p_event.tells_undecided
    where e.id = p_event.id;
$$;
