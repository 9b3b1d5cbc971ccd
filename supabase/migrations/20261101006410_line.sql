-- How places change hands. Every function here takes the lock of the event's places first.

create function public.offer_deadline(p_from timestamp with time zone, p_hours integer, p_end timestamp with time zone)
 returns timestamp with time zone
 language sql
 stable
 set search_path = ''
return (
  select least(
    case when public.waking_time(d.at) = d.at then d.at else public.waking_time(d.at) + interval '2 hours' end,
    p_end
  )
  from (select p_from + least(make_interval(hours => p_hours), (p_end - p_from) / 2) as at) d
);

comment on function public.offer_deadline(timestamp with time zone, integer, timestamp with time zone) is 'When an offer ends whose mail was accepted at p_from: p_hours later, but after half of the time that is left until sign-up ends; at 9:00 in Honolulu where that is between 22:00 and 7:00; never after sign-up ends (p_end).';

revoke all on function public.offer_deadline(timestamp with time zone, integer, timestamp with time zone) from public;

create function public.owe_ticket(p_id uuid)
 returns void
 language sql
 set search_path = ''
as $function$
  insert into public.mails (purpose, person, occasion)
    select 'place-ticket', p_id, coalesce(max(m.occasion), 0) + 1
    from public.mails m
    where m.purpose = 'place-ticket' and m.person = p_id
    -- One that nobody has made yet will say what is true when it goes.
    having not coalesce(bool_or(m.state = 'due' and m.sealed is null), false);
$function$;

comment on function public.owe_ticket(uuid) is 'Owes the ticket to whoever has a place and a confirmed address.';

revoke all on function public.owe_ticket(uuid) from public;

create function public.has_place_for(p_event uuid, p_party integer, p_line integer, p_mails boolean)
 returns boolean
 language sql
 stable
 set search_path = ''
return (
  select public.sign_up(e.id) = 'open'
    and p_party <= e.attendee_limit - p.taken
    and (
      -- In the last hour nobody is offered anything, and whoever asks first gets what is free.
      least(e.sign_up_closes_at, e.starts_at) <= now() + interval '1 hour'
      or not exists (
        select from public.reservations r
        join public.waitlist_entries w on w.id = r.id
        where r.event_id = e.id
          and r.state = 'waiting'
          and r.line < p_line
          and r.party <= e.attendee_limit - p.taken
          and (w.confirmed_at is not null or not p_mails)
      )
    )
  from public.events e
  join public.event_places p on p.event_id = e.id
  where e.id = p_event
);

comment on function public.has_place_for(uuid, integer, integer, boolean) is 'Whether an event has a free place for a party, and nobody before p_line may have it: one who has confirmed their address, or anybody where no mails are sent.';

revoke all on function public.has_place_for(uuid, integer, integer, boolean) from public;

create function public.take_a_place(p_id uuid, p_mails boolean)
 returns boolean
 language plpgsql
 set search_path = ''
as $function$
declare
  own public.reservations;
  confirmed boolean;
begin
  select r.* into own from public.reservations r where r.id = p_id;
  if own.state <> 'waiting' or not public.has_place_for(own.event_id, own.party, own.line, p_mails) then
    return false;
  end if;
  select w.confirmed_at is not null into confirmed from public.waitlist_entries w where w.id = p_id;
  update public.reservations r
    set state = 'placed', hold_until = case when p_mails and not confirmed then now() + interval '2 hours' end
    where r.id = p_id;
  if p_mails and confirmed then
    perform public.owe_ticket(p_id);
  end if;
  return true;
end;
$function$;

comment on function public.take_a_place(uuid, boolean) is 'Gives a free place to whoever waits, as has_place_for says: for two hours to an address that nobody has confirmed. The caller holds the lock. Answers whether they have it.';

revoke all on function public.take_a_place(uuid, boolean) from public;

create function public.move_line(p_event uuid, p_mails boolean)
 returns integer
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  event public.events;
  free integer;
  next_id uuid;
  next_party integer;
  offered integer := 0;
begin
  perform from public.event_places p where p.event_id = p_event for update;
  if not found then
    return 0;
  end if;
  select e.* into event from public.events e where e.id = p_event;

  update public.reservations r
    set state = 'waiting', hold_until = null,
      line = place.line
    from (
      select held.id,
        (select coalesce(max(l.line), 0) from public.reservations l where l.event_id = p_event) + row_number() over (order by held.line) as line
      from public.reservations held
      join public.waitlist_entries w on w.id = held.id
      where held.event_id = p_event
        and held.hold_until <= now()
        and w.confirmed_at is null
        -- Nobody loses a place because our mail is late.
        and not exists (select from public.mails m where m.person = held.id and m.next_attempt_at is not null)
    ) place
    where p_mails and r.id = place.id;

  update public.reservations r
    set state = 'lapsed', offer_ends_at = null
    where r.event_id = p_event
      and r.state = 'offered'
      and (r.offer_ends_at <= now() or public.sign_up(event.id) <> 'open');

  if not p_mails or public.sign_up(event.id) <> 'open' or least(event.sign_up_closes_at, event.starts_at) <= now() + interval '1 hour' then
    return 0;
  end if;
  loop
    select event.attendee_limit - p.taken into free from public.event_places p where p.event_id = p_event;
    exit when free < 1;
    select r.id into next_id
      from public.reservations r
      join public.waitlist_entries w on w.id = r.id
      where r.event_id = p_event and r.state = 'waiting' and r.party <= free and w.confirmed_at is not null
      order by r.line
      limit 1;
    exit when not found;
    update public.reservations r
      set state = 'offered', offers = r.offers + 1, offered_at = now(), to_be_told = false
      where r.id = next_id;
    insert into public.mails (purpose, person, occasion, next_attempt_at)
      select 'place-offer', r.id, r.offers, public.waking_time(now()) from public.reservations r where r.id = next_id;
    offered := offered + 1;
  end loop;
  return offered;
end;
$function$;

comment on function public.move_line(uuid, boolean) is 'Ends what has run out, places held for unconfirmed addresses and offers, and offers what is free to who comes next in line, passing over parties that do not fit; by mail, so not where none are sent (p_mails) and not in the last hour of sign-up. Answers how many offers it made.';

revoke all on function public.move_line(uuid, boolean) from public;
grant execute on function public.move_line(uuid, boolean) to service_role;

create function public.move_lines()
 returns integer
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  event uuid;
  offered integer := 0;
  morning constant timestamp with time zone := public.waking_time(now());
begin
  -- What was due before the night and was not sent waits for the morning.
  update public.mails m
    set next_attempt_at = morning
    where morning > now() and m.purpose = 'place-offer' and m.state = 'due' and m.next_attempt_at <= now();
  for event in
    select p.event_id
    from public.event_places p
    join public.events e on e.id = p.event_id
    where (p.waiting > 0 and p.taken < e.attendee_limit and public.sign_up(e.id) = 'open')
      or exists (
        select from public.reservations r
        where r.event_id = p.event_id and (r.state = 'offered' or r.hold_until is not null)
          and (r.offer_ends_at <= now() or r.hold_until <= now() or public.sign_up(e.id) <> 'open')
      )
    order by p.event_id
  loop
    offered := offered + public.move_line(event, true);
  end loop;
  return offered;
end;
$function$;

comment on function public.move_lines() is 'move_line of every event in which something may have changed; for cron, once a minute, where mails are sent.';

revoke all on function public.move_lines() from public;
grant execute on function public.move_lines() to service_role;

create function public.note_offer()
 returns trigger
 language plpgsql
 security definer
 set search_path = ''
as $function$
begin
  update public.reservations r
    set offer_ends_at = public.offer_deadline(now(), e.offer_hours, least(e.sign_up_closes_at, e.starts_at))
    from public.events e
    where r.id = new.person
      and e.id = r.event_id
      and r.state = 'offered'
      and r.offers = new.occasion
      and r.offer_ends_at is null;
  return null;
end;
$function$;

comment on function public.note_offer() is 'Trigger: the deadline of an offer starts when the sender has accepted its mail, or an admin takes it that it arrived.';

revoke all on function public.note_offer() from public;

create trigger note_offer after update of state on public.mails for each row when (new.purpose = 'place-offer' and new.state in ('accepted', 'left') and old.state <> new.state) execute function public.note_offer();

drop function public.join_waitlist(text, text, text, text, boolean, boolean, text);

create function public.join_waitlist(p_event text, p_name text, p_email text, p_consent_version text, p_suspected_spam boolean, p_forward boolean, p_address_key text default null, p_party integer default 1, p_answer text default null)
 returns text
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  event public.events;
  entry_id uuid;
  sign_up text;
  outcome text := 'joined';
begin
  -- The lock makes an admin who closes the list wait, so that nobody joins a list that was closed before.
  select e.* into event from public.events e where e.key = p_event and e.is_published for share;
  if not found then
    return 'not-found';
  end if;
  sign_up := public.sign_up(event.id);
  if sign_up = 'closed' or (event.takes_reservations and sign_up in ('early', 'late')) then
    return case when event.takes_reservations and sign_up <> 'closed' then sign_up else 'closed' end;
  end if;
  if event.takes_reservations and p_party not between 1 and event.party_limit then
    return 'party-too-large';
  end if;
  if event.takes_reservations then
    perform from public.event_places p where p.event_id = event.id for update;
  end if;

  insert into public.waitlist_entries (event_id, name, email, consent_version, suspected_spam)
    values (event.id, p_name, p_email, p_consent_version, p_suspected_spam)
    on conflict do nothing
    returning id into entry_id;
  if not found then
    if p_address_key is not null and not p_suspected_spam then
      perform public.owe_mail('waitlist-receipt', w.id, p_address_key)
        from public.waitlist_entries w
        where w.event_id = event.id and lower(w.email) = lower(p_email) and not w.suspected_spam;
    end if;
    if event.takes_reservations and sign_up = 'open' then
      -- What somebody new would get: whoever asks does not learn who comes.
      return case when public.has_place_for(event.id, p_party, 2147483647, p_address_key is not null) then 'placed' else 'waiting' end;
    end if;
    return 'already-joined';
  end if;

  if event.takes_reservations and sign_up <> 'next' then
    if sign_up = 'open' then
      outcome := case when public.has_place_for(event.id, p_party, 2147483647, p_address_key is not null) then 'placed' else 'waiting' end;
    end if;
    insert into public.reservations (id, event_id, party, answer, state, line)
      select entry_id, event.id, p_party, nullif(btrim(p_answer), ''), case when p_suspected_spam then 'set-aside' else 'waiting' end, coalesce(max(r.line), 0) + 1
      from public.reservations r
      where r.event_id = event.id;
    if not p_suspected_spam then
      perform public.take_a_place(entry_id, p_address_key is not null);
    end if;
  end if;

  if p_forward and not p_suspected_spam then
    insert into public.outbox (kind, waitlist_entry_id) values ('waitlist', entry_id);
  end if;
  if p_address_key is not null and not p_suspected_spam then
    perform public.owe_mail('waitlist-receipt', entry_id, p_address_key);
  end if;
  return outcome;
end;
$function$;

comment on function public.join_waitlist(text, text, text, text, boolean, boolean, text, integer, text) is 'Stores an entry of a published event and, with p_forward, what the configured endpoint shall get; with p_address_key, the keyed digest of the address, it owes a receipt, to whoever has joined already too. Where the event takes reservations, a place for p_party people goes with it, or one in line. Answers joined or already-joined (the first name stays), for a place placed or waiting, whether or not they had signed up before; closed (the event is canceled, or an admin has closed its list), early or late (sign-up is not open), party-too-large or not-found.';

revoke all on function public.join_waitlist(text, text, text, text, boolean, boolean, text, integer, text) from public;
grant execute on function public.join_waitlist(text, text, text, text, boolean, boolean, text, integer, text) to service_role;
