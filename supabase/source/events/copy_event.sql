create function public.copy_event(p_event uuid, p_key text, p_starts_at timestamptz, p_ends_at timestamptz) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  last public.events;
  next_id uuid;
  moved integer;
  shift interval;
begin
  if not public.is_admin() then
    raise exception 'only admins may copy events' using errcode = 'insufficient_privilege';
  end if;
  select e.* into last from public.events e where e.id = p_event for update;
  if not found then
    return jsonb_build_object('outcome', 'not-found');
  end if;
  shift := p_starts_at - last.starts_at;
  insert into public.events (
    key, title, starts_at, ends_at, date_precision, time_note, place, attendee_limit, summary, about, poster_path, poster_alt,
    poster_width, poster_height, tab_label, steps, seating, quiet_space, parking, bus, to_bring, co_hosts, series,
    takes_reservations, sign_up_opens_at, sign_up_closes_at, party_limit, question, offer_hours
  )
    values (
      p_key, last.title, p_starts_at, p_ends_at, case when p_starts_at is null then 'tba' when last.date_precision = 'day' then 'day' else 'exact' end,
      last.time_note, last.place, last.attendee_limit, last.summary, last.about, last.poster_path, last.poster_alt,
      last.poster_width, last.poster_height, null, last.steps, last.seating, last.quiet_space, last.parking, last.bus, last.to_bring, last.co_hosts, coalesce(last.series, left(last.title, 100)),
      last.takes_reservations, last.sign_up_opens_at + shift, last.sign_up_closes_at + shift, last.party_limit, last.question, last.offer_hours
    )
    returning id into next_id;
  update public.events e set series = coalesce(e.series, left(e.title, 100)) where e.id = p_event and e.series is null;
  update public.waitlist_entries w set event_id = next_id
    where last.over_at <= now() and w.event_id = p_event and w.created_at >= last.over_at
      and not exists (select from public.reservations r where r.id = w.id and r.state <> 'set-aside');
  get diagnostics moved = row_count;
  delete from public.reservations r using public.waitlist_entries w where w.id = r.id and w.event_id = next_id and r.event_id <> next_id;
  if last.takes_reservations then
    perform private.line_up(next_id);
  end if;
  return jsonb_build_object('outcome', 'copied', 'id', next_id, 'moved', moved);
exception
  when unique_violation then
    return jsonb_build_object('outcome', 'key-taken');
end;
$$;

comment on function public.copy_event(uuid, text, timestamptz, timestamptz) is
  'Makes a draft of the next edition, with the dates of sign-up moved along, and takes whoever joined after the last one was over to its list, because they were promised it. Answers {outcome: copied, id, moved}, key-taken or not-found.';

-- for admins: writes a draft of an event, and moves entries to it
grant execute on function public.copy_event(uuid, text, timestamptz, timestamptz) to authenticated;
