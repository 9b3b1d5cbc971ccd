-- What admins do with reservations.

create function public.add_reservation(p_event uuid, p_name text, p_email text, p_party integer, p_address_key text default null)
 returns text
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  event public.events;
  entry_id uuid;
begin
  if not public.is_admin() then
    raise exception 'only admins may add somebody' using errcode = 'insufficient_privilege';
  end if;
  select e.* into event from public.events e where e.id = p_event and e.takes_reservations for share;
  if not found then
    return 'not-found';
  end if;
  perform from public.event_places p where p.event_id = p_event for update;
  insert into public.waitlist_entries (event_id, name, email, consent_version)
    values (p_event, p_name, p_email, 'by-hand')
    on conflict do nothing
    returning id into entry_id;
  if not found then
    return 'already-joined';
  end if;
  insert into public.reservations (id, event_id, party, state, line, to_be_told)
    select entry_id, p_event, p_party, 'waiting', coalesce(max(r.line), 0) + 1, p_address_key is null
    from public.reservations r
    where r.event_id = p_event;
  perform public.take_a_place(entry_id, p_address_key is not null);
  -- An admin knows them; the place does not wait for a press of a button.
  update public.reservations r set hold_until = null where r.id = entry_id;
  if p_address_key is not null then
    perform public.owe_mail('waitlist-receipt', entry_id, p_address_key);
  end if;
  return (select r.state from public.reservations r where r.id = entry_id);
end;
$function$;

comment on function public.add_reservation(uuid, text, text, integer, text) is 'Signs somebody up by hand, who gets a free place or the end of the line, and a receipt where mails are sent (p_address_key). Answers placed, waiting, already-joined or not-found.';

revoke all on function public.add_reservation(uuid, text, text, integer, text) from public;
grant execute on function public.add_reservation(uuid, text, text, integer, text) to authenticated;

create function public.demand_reservation_of(p_id uuid)
 returns public.reservations
 language plpgsql
 set search_path = ''
as $function$
declare
  found_one public.reservations;
begin
  if not public.is_admin() then
    raise exception 'only admins may give places' using errcode = 'insufficient_privilege';
  end if;
  select r.* into found_one from public.reservations r where r.id = p_id;
  perform from public.event_places p where p.event_id = found_one.event_id for update;
  select r.* into found_one from public.reservations r where r.id = found_one.id;
  return found_one;
end;
$function$;

comment on function public.demand_reservation_of(uuid) is 'A reservation under the lock of its event, for an admin; of nulls when there is none.';

revoke all on function public.demand_reservation_of(uuid) from public;

create function public.give_place(p_id uuid, p_mails boolean)
 returns text
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  own constant public.reservations := public.demand_reservation_of(p_id);
begin
  if own.id is null then
    return 'not-found';
  end if;
  if own.state <> 'waiting' then
    return own.state;
  end if;
  if not public.take_a_place(p_id, p_mails) then
    return (
      select case when public.sign_up(e.id) <> 'open' then 'closed' when own.party > e.attendee_limit - p.taken then 'full' else 'not-next' end
      from public.events e
      join public.event_places p on p.event_id = e.id
      where e.id = own.event_id
    );
  end if;
  update public.reservations r set hold_until = null, to_be_told = not p_mails where r.id = p_id;
  if p_mails then
    perform public.owe_ticket(p_id);
  end if;
  return 'placed';
end;
$function$;

comment on function public.give_place(uuid, boolean) is 'Gives a free place to who is next in line, by hand, where no offers are sent. Answers placed, full, not-next (somebody before them may have it), closed, the state of one that does not wait, or not-found.';

revoke all on function public.give_place(uuid, boolean) from public;
grant execute on function public.give_place(uuid, boolean) to authenticated;

create function public.move_up(p_id uuid, p_reason text, p_mails boolean)
 returns text
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  own constant public.reservations := public.demand_reservation_of(p_id);
begin
  if own.id is null then
    return 'not-found';
  end if;
  if own.state <> 'waiting' then
    return own.state;
  end if;
  insert into public.line_moves (reservation_id, reason) values (p_id, p_reason);
  update public.event_places p set moved_up = p.moved_up + 1 where p.event_id = own.event_id;
  update public.reservations r
    set line = (select min(l.line) - 1 from public.reservations l where l.event_id = own.event_id)
    where r.id = p_id;
  perform public.move_line(own.event_id, p_mails);
  return 'moved';
end;
$function$;

comment on function public.move_up(uuid, text, boolean) is 'Puts somebody at the front of the line, with a reason for the log; the public sees how often that happened. Answers moved, the state of one that does not wait, or not-found.';

revoke all on function public.move_up(uuid, text, boolean) from public;
grant execute on function public.move_up(uuid, text, boolean) to authenticated;

create function public.cancel_reservation(p_id uuid, p_mails boolean)
 returns text
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  own constant public.reservations := public.demand_reservation_of(p_id);
begin
  if own.id is null then
    return 'not-found';
  end if;
  if own.checked_in_at is not null or own.state not in ('placed', 'offered', 'waiting') then
    return own.state;
  end if;
  update public.reservations r
    set state = 'canceled', hold_until = null, offer_ends_at = null, to_be_told = not p_mails
    where r.id = p_id;
  if p_mails then
    insert into public.mails (purpose, person, occasion)
      select 'place-canceled', p_id, coalesce(max(m.occasion), 0) + 1
      from public.mails m
      where m.purpose = 'place-canceled' and m.person = p_id;
  end if;
  perform public.move_line(own.event_id, p_mails);
  return 'canceled';
end;
$function$;

comment on function public.cancel_reservation(uuid, boolean) is 'Takes a place, an offer or a position in line back, with notice where mails are sent. Answers canceled, the state of one that cannot be (or of one who is in already), or not-found.';

revoke all on function public.cancel_reservation(uuid, boolean) from public;
grant execute on function public.cancel_reservation(uuid, boolean) to authenticated;

create function public.settle_offer(p_id uuid, p_is_told boolean, p_mails boolean)
 returns text
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  own constant public.reservations := public.demand_reservation_of(p_id);
begin
  if own.id is null then
    return 'not-found';
  end if;
  if own.state <> 'offered' then
    return own.state;
  end if;
  if p_is_told then
    update public.reservations r
      set offer_ends_at = public.offer_deadline(now(), e.offer_hours, least(e.sign_up_closes_at, e.starts_at))
      from public.events e
      where r.id = p_id and e.id = r.event_id and r.offer_ends_at is null;
    return 'offered';
  end if;
  update public.reservations r set state = 'lapsed', offer_ends_at = null where r.id = p_id;
  perform public.move_line(own.event_id, p_mails);
  return 'lapsed';
end;
$function$;

comment on function public.settle_offer(uuid, boolean, boolean) is 'What becomes of an offer whose mail did not arrive, or may not have: the admin has told them (the deadline starts now), or it goes to the next in line. Answers offered, lapsed, the state of one without an offer, or not-found.';

revoke all on function public.settle_offer(uuid, boolean, boolean) from public;
grant execute on function public.settle_offer(uuid, boolean, boolean) to authenticated;

create function public.note_reservation_told(p_id uuid)
 returns boolean
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  own constant public.reservations := public.demand_reservation_of(p_id);
begin
  update public.reservations r set to_be_told = false where r.id = own.id and r.to_be_told;
  return found;
end;
$function$;

comment on function public.note_reservation_told(uuid) is 'Notes that an admin has told somebody by their own means.';

revoke all on function public.note_reservation_told(uuid) from public;
grant execute on function public.note_reservation_told(uuid) to authenticated;

create function public.fill_places(p_event uuid, p_mails boolean)
 returns integer
 language plpgsql
 security definer
 set search_path = ''
as $function$
begin
  if not public.is_admin() then
    raise exception 'only admins may give places' using errcode = 'insufficient_privilege';
  end if;
  return public.move_line(p_event, p_mails);
end;
$function$;

comment on function public.fill_places(uuid, boolean) is 'move_line for an admin who has just changed an event, so that nobody waits for cron.';

revoke all on function public.fill_places(uuid, boolean) from public;
grant execute on function public.fill_places(uuid, boolean) to authenticated;

create function public.copy_event(p_event uuid, p_key text, p_starts_at timestamp with time zone, p_ends_at timestamp with time zone)
 returns jsonb
 language plpgsql
 security definer
 set search_path = ''
as $function$
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
    perform public.line_up(next_id);
  end if;
  return jsonb_build_object('outcome', 'copied', 'id', next_id, 'moved', moved);
exception
  when unique_violation then
    return jsonb_build_object('outcome', 'key-taken');
end;
$function$;

comment on function public.copy_event(uuid, text, timestamp with time zone, timestamp with time zone) is 'Makes a draft of the next edition, with the dates of sign-up moved along, and takes whoever joined after the last one was over to its list, because they were promised it. Answers {outcome: copied, id, moved}, key-taken or not-found.';

revoke all on function public.copy_event(uuid, text, timestamp with time zone, timestamp with time zone) from public;
grant execute on function public.copy_event(uuid, text, timestamp with time zone, timestamp with time zone) to authenticated;

create or replace function public.clear_waitlist_spam(p_id uuid, p_forward boolean)
 returns text
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  suspected boolean;
begin
  if not public.is_admin() then
    raise exception 'only admins may decide what is spam' using errcode = 'insufficient_privilege';
  end if;

  select w.suspected_spam into suspected from public.waitlist_entries w where w.id = p_id for update;
  if not found then
    return 'not-found';
  end if;
  if suspected then
    perform from public.event_places p join public.reservations r on r.event_id = p.event_id where r.id = p_id for update of p;
    update public.waitlist_entries w set suspected_spam = false where w.id = p_id;
    update public.reservations r
      set state = 'waiting', line = (select max(l.line) + 1 from public.reservations l where l.event_id = r.event_id)
      where r.id = p_id and r.state = 'set-aside';
    if p_forward then
      insert into public.outbox (kind, waitlist_entry_id) values ('waitlist', p_id) on conflict do nothing;
    end if;
  end if;
  return 'cleared';
exception
  when unique_violation then
    return 'duplicate';
end;
$function$;

comment on function public.clear_waitlist_spam(uuid, boolean) is 'Takes an entry out of suspected spam, to the end of the line where its event takes reservations, and, with p_forward, writes what the configured endpoint shall get. Answers cleared, duplicate (the address waits already) or not-found.';

revoke all on function public.clear_waitlist_spam(uuid, boolean) from public;
grant execute on function public.clear_waitlist_spam(uuid, boolean) to authenticated;
