-- Who signs up again is in line again, by the form as by their page.

create function public.back_in_line(p_id uuid, p_party integer)
 returns boolean
 language plpgsql
 set search_path = ''
as $function$
begin
  update public.reservations r
    set state = 'waiting', party = p_party, line = (select max(l.line) + 1 from public.reservations l where l.event_id = r.event_id),
      -- Who came to an earlier edition has not come to this one.
      arrived = null, checked_in_at = null, checked_in_by = null
    where r.id = p_id and r.state in ('declined', 'lapsed', 'canceled', 'past');
  return found;
end;
$function$;

comment on function public.back_in_line(uuid, integer) is 'Puts whoever is out of the line at its end. The caller holds the lock. Answers whether they were out of it.';

revoke all on function public.back_in_line(uuid, integer) from public;

create or replace function public.join_waitlist(p_event text, p_name text, p_email text, p_consent_version text, p_suspected_spam boolean, p_forward boolean, p_address_key text default null::text, p_party integer default 1, p_answer text default null::text)
 returns text
 language plpgsql
 security definer
 set search_path to ''
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
      outcome := case when public.has_place_for(event.id, p_party, 2147483647, p_address_key is not null) then 'placed' else 'waiting' end;
    else
      outcome := 'already-joined';
    end if;
    if event.takes_reservations and not p_suspected_spam and sign_up <> 'next' then
      select w.id into entry_id
        from public.waitlist_entries w
        where w.event_id = event.id and lower(w.email) = lower(p_email) and not w.suspected_spam;
      if public.back_in_line(entry_id, p_party) then
        perform public.take_a_place(entry_id, p_address_key is not null);
      end if;
    end if;
    return outcome;
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

comment on function public.join_waitlist(text, text, text, text, boolean, boolean, text, integer, text) is 'Stores an entry of a published event and, with p_forward, what the configured endpoint shall get; with p_address_key, the keyed digest of the address, it owes a receipt, to whoever has joined already too. Where the event takes reservations, a place for p_party people goes with it, or one in line. Answers joined or already-joined (the first name stays), for a place placed or waiting, whether or not they had signed up before; who is out of the line is in it again; closed (the event is canceled, or an admin has closed its list), early or late (sign-up is not open), party-too-large or not-found.';

revoke all on function public.join_waitlist(text, text, text, text, boolean, boolean, text, integer, text) from public;
grant execute on function public.join_waitlist(text, text, text, text, boolean, boolean, text, integer, text) to service_role;

create or replace function public.join_line(p_token_digest text, p_mails boolean)
 returns text
 language plpgsql
 security definer
 set search_path to ''
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
  perform public.back_in_line(own.id, own.party);
  perform public.take_a_place(own.id, true);
  return (select r.state from public.reservations r where r.id = own.id);
end;
$function$;

comment on function public.join_line(text, boolean) is 'Puts whoever has declined an offer, let it run out or lost their place at the end of the line again, and gives whoever waits a place that is free for them. Answers the state that the reservation has then, closed or nowhere.';

revoke all on function public.join_line(text, boolean) from public;
grant execute on function public.join_line(text, boolean) to service_role;
