-- What whoever has a link can do about their reservation.

alter table public.waitlist_departures add column reservation jsonb;
comment on column public.waitlist_departures.reservation is 'The reservation as it was; null once it is erased.';

drop function public.leave_place(text, text, text);

create function public.leave_place(p_token_digest text, p_reason text, p_address_key text default null, p_mails boolean default false)
 returns boolean
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  leaving public.waitlist_entries;
begin
  select w.* into leaving
    from public.waitlist_links l
    join public.waitlist_entries w on w.id = l.entry_id
    where l.token_digest = p_token_digest
    for update of w;
  if found then
    perform from public.event_places p where p.event_id = leaving.event_id for update;
    insert into public.waitlist_departures (entry_id, event_id, token_digests, reason, entry, delivery, reservation)
      select leaving.id, leaving.event_id, array(select l.token_digest from public.waitlist_links l where l.entry_id = leaving.id), p_reason,
        case when p_reason = 'left' then to_jsonb(leaving) end,
        case when p_reason = 'left' then (select to_jsonb(o) from public.outbox o where o.waitlist_entry_id = leaving.id) end,
        case when p_reason = 'left' then (select to_jsonb(r) from public.reservations r where r.id = leaving.id) end;
    delete from public.mails m where m.person = leaving.id and m.next_attempt_at is not null;
    delete from public.waitlist_entries w where w.id = leaving.id;
    perform public.move_line(leaving.event_id, p_mails);
  else
    -- Who has left may still have it erased at once.
    update public.waitlist_departures d
      set reason = p_reason, entry = null, delivery = null, reservation = null
      where d.token_digests @> array[p_token_digest] and d.reason = 'left' and p_reason <> 'left';
    if not found then
      return false;
    end if;
  end if;
  if p_reason = 'not-mine' then
    insert into public.mail_suppressions (address_key, stream, reason) values (p_address_key, 'transactional', p_reason) on conflict do nothing;
  end if;
  return true;
end;
$function$;

comment on function public.leave_place(text, text, text, boolean) is 'Takes whoever has this link off the list, and hands a place back, which is offered to the next in line at once where mails are sent (p_mails): left (can be undone for 24 hours), erased, or not-mine, which also notes under the keyed digest p_address_key that no visitor shall cause another mail there. Answers false when nothing has changed.';

revoke all on function public.leave_place(text, text, text, boolean) from public;
grant execute on function public.leave_place(text, text, text, boolean) to service_role;

create or replace function public.return_to_place(p_token_digest text)
 returns text
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  was public.reservations;
  departure public.waitlist_departures;
  back public.waitlist_entries;
begin
  delete from public.waitlist_departures d
    where d.token_digests @> array[p_token_digest] and d.reason = 'left' and d.left_at > now() - interval '24 hours'
    returning d.* into departure;
  if not found then
    return 'too-late';
  end if;
  back := jsonb_populate_record(null::public.waitlist_entries, '{"link_generation": 0}' || departure.entry);
  insert into public.waitlist_entries
      (id, event_id, name, email, consent_version, suspected_spam, note, told_at, created_at, updated_at, confirmed_at, link_generation)
    values
      (back.id, back.event_id, back.name, back.email, back.consent_version, back.suspected_spam, back.note, back.told_at, back.created_at, back.updated_at, back.confirmed_at, back.link_generation)
    on conflict do nothing;
  if not found then
    insert into public.waitlist_links (token_digest, entry_id, generation)
      select unnest(departure.token_digests), w.id, w.link_generation
      from public.waitlist_entries w
      where w.event_id = back.event_id and lower(w.email) = lower(back.email) and not w.suspected_spam;
    return 'joined-again';
  end if;
  -- Nobody has joined today by coming back.
  update public.daily_totals t
    set total = t.total - 1
    where t.kind = 'waitlist' and t.day = (back.created_at at time zone 'Pacific/Honolulu')::date;
  insert into public.waitlist_links (token_digest, entry_id, generation) select unnest(departure.token_digests), back.id, back.link_generation;
  perform from public.event_places p where p.event_id = back.event_id for update;
  if found and departure.reservation is not null then
    was := jsonb_populate_record(null::public.reservations, departure.reservation);
    insert into public.reservations (id, event_id, party, answer, state, line, offers, code)
      select was.id, was.event_id, was.party, was.answer,
        case when was.state in ('placed', 'offered') then 'waiting' else was.state end,
        -- Who had a place gave it away, and is behind those who wait for one.
        case
          when was.state = 'waiting' and not exists (select from public.reservations r where r.event_id = was.event_id and r.line = was.line) then was.line
          else (select coalesce(max(r.line), 0) + 1 from public.reservations r where r.event_id = was.event_id)
        end,
        was.offers, was.code;
    perform public.take_a_place(back.id, true);
  end if;
  if departure.delivery is not null then
    insert into public.outbox
        (kind, waitlist_entry_id, idempotency_key, attempts, next_attempt_at, delivered_at, failed_at, last_error, created_at)
      select o.kind, back.id, o.idempotency_key, o.attempts, o.next_attempt_at, o.delivered_at, o.failed_at, o.last_error, o.created_at
      from jsonb_populate_record(null::public.outbox, departure.delivery) o;
  end if;
  return 'back';
end;
$function$;

comment on function public.return_to_place(text) is 'Undoes leaving: the entry stands again where it stood; whoever gave a place back has it again only if it is free and nobody waits for it. Answers back, joined-again (the address has joined anew meanwhile, and the link leads to that entry) or too-late.';

revoke all on function public.return_to_place(text) from public;
grant execute on function public.return_to_place(text) to service_role;

create or replace function public.confirm_place(p_token_digest text)
 returns boolean
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  own public.waitlist_entries;
begin
  select w.* into own
    from public.waitlist_links l
    join public.waitlist_entries w on w.id = l.entry_id
    where l.token_digest = p_token_digest
    for no key update of w;
  if not found then
    return false;
  end if;
  if own.confirmed_at is not null then
    return true;
  end if;
  perform from public.event_places p where p.event_id = own.event_id for update;
  update public.waitlist_entries w set confirmed_at = now() where w.id = own.id;
  update public.reservations r set hold_until = null where r.id = own.id and r.state = 'placed';
  if found then
    perform public.owe_ticket(own.id);
  else
    perform public.take_a_place(own.id, true);
  end if;
  return true;
end;
$function$;

comment on function public.confirm_place(text) is 'Notes that a link was received: its button was pressed. A place that was held is theirs, and who waits gets one that is free for them. Answers false for one that leads to no entry.';

revoke all on function public.confirm_place(text) from public;
grant execute on function public.confirm_place(text) to service_role;

create function public.own_reservation(p_id uuid)
 returns jsonb
 language sql
 stable
 set search_path = ''
return (
  select jsonb_build_object(
    'state', r.state,
    'party', r.party,
    'answer', r.answer,
    'hold_until', r.hold_until,
    'offer_ends_at', r.offer_ends_at,
    'code', case when r.state = 'placed' and r.hold_until is null then r.code end,
    'checked_in_at', r.checked_in_at,
    'in_line', case when r.state = 'waiting' then (
      select count(*) from public.reservations o where o.event_id = r.event_id and o.state = 'waiting' and o.line <= r.line
    ) end,
    'free', greatest(e.attendee_limit - p.taken, 0),
    'moved_up', p.moved_up,
    'can_take', r.state = 'waiting' and public.has_place_for(r.event_id, r.party, r.line, true),
    'sign_up', public.sign_up(e.id)
  )
  from public.reservations r
  join public.events e on e.id = r.event_id
  join public.event_places p on p.event_id = r.event_id
  where r.id = p_id
);

comment on function public.own_reservation(uuid) is 'What somebody sees of their own reservation; the code once the place is theirs.';

revoke all on function public.own_reservation(uuid) from public;

create function public.demand_reservation(p_token_digest text)
 returns public.reservations
 language plpgsql
 set search_path = ''
as $function$
declare
  own public.reservations;
begin
  select r.* into own
    from public.waitlist_links l
    join public.reservations r on r.id = l.entry_id
    where l.token_digest = p_token_digest;
  perform from public.event_places p where p.event_id = own.event_id for update;
  -- It may have changed while this waited for the lock.
  select r.* into own from public.reservations r where r.id = own.id;
  return own;
end;
$function$;

comment on function public.demand_reservation(text) is 'The reservation behind a link, under the lock of its event; of nulls for a link that leads to none.';

revoke all on function public.demand_reservation(text) from public;

create function public.answer_offer(p_token_digest text, p_is_accepted boolean, p_mails boolean)
 returns text
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  own constant public.reservations := public.demand_reservation(p_token_digest);
begin
  if own.id is null then
    return 'nowhere';
  end if;
  -- An offer that has run out is gone even before cron has seen it.
  perform public.move_line(own.event_id, p_mails);
  update public.reservations r
    set state = case when p_is_accepted then 'placed' else 'declined' end, offer_ends_at = null
    where r.id = own.id and r.state = 'offered';
  if not found then
    return (select r.state from public.reservations r where r.id = own.id);
  end if;
  if p_is_accepted then
    perform public.owe_ticket(own.id);
    return 'placed';
  end if;
  perform public.move_line(own.event_id, p_mails);
  return 'declined';
end;
$function$;

comment on function public.answer_offer(text, boolean, boolean) is 'Accepts or declines the place that is offered to whoever has this link; a declined one is offered to the next at once, where mails are sent. Answers the state that the reservation has then (a second time changes nothing), or nowhere.';

revoke all on function public.answer_offer(text, boolean, boolean) from public;
grant execute on function public.answer_offer(text, boolean, boolean) to service_role;

create function public.join_line(p_token_digest text, p_mails boolean)
 returns text
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  own constant public.reservations := public.demand_reservation(p_token_digest);
  event public.events;
begin
  if own.id is null then
    return 'nowhere';
  end if;
  select e.* into event from public.events e where e.id = own.event_id;
  if public.sign_up(event.id) not in ('open', 'line') then
    return 'closed';
  end if;
  perform public.move_line(own.event_id, p_mails);
  update public.reservations r
    set state = 'waiting', line = (select coalesce(max(l.line), 0) + 1 from public.reservations l where l.event_id = own.event_id)
    where r.id = own.id and r.state in ('declined', 'lapsed', 'canceled', 'past');
  perform public.take_a_place(own.id, true);
  return (select r.state from public.reservations r where r.id = own.id);
end;
$function$;

comment on function public.join_line(text, boolean) is 'Puts whoever has declined an offer, let it run out or lost their place at the end of the line again, and gives whoever waits a place that is free for them. Answers the state that the reservation has then, closed or nowhere.';

revoke all on function public.join_line(text, boolean) from public;
grant execute on function public.join_line(text, boolean) to service_role;

create function public.change_party(p_token_digest text, p_party integer, p_mails boolean)
 returns text
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  own constant public.reservations := public.demand_reservation(p_token_digest);
  event public.events;
begin
  if own.id is null then
    return 'nowhere';
  end if;
  select e.* into event from public.events e where e.id = own.event_id;
  if p_party = own.party then
    return 'changed';
  end if;
  if p_party < 1 or (p_party > own.party and p_party > event.party_limit) then
    return 'too-many';
  end if;
  if own.checked_in_at is not null or public.sign_up(event.id) not in ('open', 'line', 'late') or (public.sign_up(event.id) = 'late' and p_party > own.party) then
    return 'closed';
  end if;
  if p_party > own.party and own.state in ('placed', 'offered') then
    if p_party - own.party > event.attendee_limit - (select p.taken from public.event_places p where p.event_id = own.event_id) then
      return 'full';
    end if;
  end if;
  update public.reservations r set party = p_party where r.id = own.id;
  if own.state = 'placed' and own.hold_until is null then
    perform public.owe_ticket(own.id);
  end if;
  perform public.move_line(own.event_id, p_mails);
  return 'changed';
end;
$function$;

comment on function public.change_party(text, integer, boolean) is 'Changes for how many people the reservation behind a link is; more only where they are free. Answers changed, full, too-many (the event''s limit for one reservation), closed or nowhere.';

revoke all on function public.change_party(text, integer, boolean) from public;
grant execute on function public.change_party(text, integer, boolean) to service_role;

create or replace function public.waitlist_place(p_token_digest text)
 returns jsonb
 language sql
 stable security definer
 set search_path to ''
return coalesce((select jsonb_build_object('state', 'waiting', 'name', w.name, 'email', w.email, 'joined_at', w.created_at, 'consent_version', w.consent_version, 'confirmed_at', w.confirmed_at, 'told_at', w.told_at, 'place', (select count(*) as count from public.waitlist_entries o where ((o.event_id = w.event_id) and (not o.suspected_spam) and (o.told_at is null) and (row(o.created_at, o.id) <= row(w.created_at, w.id)))), 'address_change', (select jsonb_build_object('email', (("left"(c.email, 1) || '…'::text) || "substring"(c.email, '@.*$'::text)), 'asked_at', c.asked_at) as jsonb_build_object from public.waitlist_address_changes c where ((c.entry_id = w.id) and (c.confirmed_at is null) and (c.asked_at > (now() - '24:00:00'::interval)))), 'forwarded_at', (select o.delivered_at from public.outbox o where (o.waitlist_entry_id = w.id)), 'event', public.told_of_event(w.event_id), 'reservation', public.own_reservation(w.id)) as jsonb_build_object from (public.waitlist_links l join public.waitlist_entries w on ((w.id = l.entry_id))) where (l.token_digest = waitlist_place.p_token_digest)), (select jsonb_build_object('state', d.reason, 'left_at', d.left_at, 'forwarded_at', (d.delivery ->> 'delivered_at'::text), 'event', public.told_of_event(d.event_id)) as jsonb_build_object from public.waitlist_departures d where ((d.token_digests @> array[waitlist_place.p_token_digest]) and (d.left_at > (now() - '24:00:00'::interval)))), jsonb_build_object('state', 'nowhere'));

comment on function public.waitlist_place(text) is 'What the page behind a link shows: the entry with its place among those who have not been told yet, its reservation where the event takes them, and the address it is about to have, masked, or for 24 hours that it was left or erased; or that the link leads nowhere.';

revoke all on function public.waitlist_place(text) from public;
grant execute on function public.waitlist_place(text) to service_role;
