-- Adds an event with the texts, poster and settings of another one, with the sign-up dates moved accordingly. Returns
-- its id.
create function private.add_edition(
  p_template public.events,
  p_series uuid,
  p_key text,
  p_starts_at timestamptz,
  p_ends_at timestamptz,
  p_is_published boolean
) returns uuid
language plpgsql
as $$
declare
  shift constant interval := p_starts_at - p_template.starts_at;
  edition uuid;
begin
  insert into public.events (
    key, title, starts_at, ends_at, date_precision, time_note, place, attendee_limit, summary, about, poster_path, poster_alt,
    poster_width, poster_height, tab_label, place_id, place_note, to_bring, co_hosts, series_id,
    takes_reservations, sign_up_opens_at, sign_up_closes_at, party_limit, offer_hours, meets, ask_days, online_limit,
    admission, visibility, tells_undecided, is_published
  )
    values (
      p_key, p_template.title, p_starts_at, p_ends_at,
      case when p_starts_at is null then 'tba' when p_template.date_precision = 'day' then 'day' else 'exact' end,
      p_template.time_note, p_template.place, p_template.attendee_limit, p_template.summary, p_template.about,
      p_template.poster_path, p_template.poster_alt, p_template.poster_width, p_template.poster_height, null,
      p_template.place_id, p_template.place_note, p_template.to_bring,
      p_template.co_hosts, p_series,
      p_template.takes_reservations, p_template.sign_up_opens_at + shift, p_template.sign_up_closes_at + shift,
      p_template.party_limit, p_template.offer_hours, p_template.meets, p_template.ask_days, p_template.online_limit,
      p_template.admission, p_template.visibility, p_template.tells_undecided, p_is_published
    )
    returning id into edition;
  perform private.copy_questions(p_template.id, edition);
  return edition;
end;
$$;
