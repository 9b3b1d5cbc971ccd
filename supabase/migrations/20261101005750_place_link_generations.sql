-- A link to a place has a generation: the next one ends those before it, once a mail with it is sent.
alter table public.waitlist_entries
  add column link_generation integer not null default 0 constraint link_generation_counts_up check (link_generation >= 0);
alter table public.waitlist_links
  add column generation integer not null default 0 constraint generation_counts_up check (generation >= 0);

comment on column public.waitlist_entries.link_generation is 'Of the links that mails to this person have. It is part of what their tokens are made from.';
comment on column public.waitlist_links.generation is 'The generation of the entry when the link was sent; a later one ends it.';

-- Somebody may have another address than a minute ago.
create or replace function public.owe_mail(p_purpose text, p_person uuid, p_address_key text)
 returns boolean
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  -- Two at once come one after the other, so that a form that is sent twice owes one mail.
  perform pg_advisory_xact_lock(hashtextextended('mail ' || p_address_key, 0));
  if public.is_suppressed(p_address_key, p_purpose)
    or exists (
      select from public.mails m
      where m.purpose = p_purpose
        and m.person = p_person
        and (m.next_attempt_at is not null or (m.address_key = p_address_key and m.created_at > now() - interval '1 minute'))
    )
  then
    return false;
  end if;

  insert into public.mail_limits as l (address_key, owed_at) values (p_address_key, array[now()])
    on conflict (address_key) do update
    set owed_at = array(select t from unnest(l.owed_at) t where t > now() - interval '24 hours' order by t) || now(),
      last_owed_at = now()
    where (select count(*) from unnest(l.owed_at) t where t > now() - interval '24 hours') < 5;
  if not found then
    return false;
  end if;

  insert into public.mails (purpose, person, occasion, address_key)
    select p_purpose, p_person, coalesce(max(m.occasion), 0) + 1, p_address_key
    from public.mails m
    where m.purpose = p_purpose and m.person = p_person;
  return true;
end;
$function$;

comment on function public.owe_mail(text, uuid, text) is 'Owes a mail that a visitor has caused: 5 within 24 hours for one address, all purposes together; none while one is under way or was owed to the same address in the last minute, and none to an address whose owner wants none. Answers whether it is owed.';

create function public.resend_place_link(p_event text, p_email text, p_address_key text)
 returns boolean
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  list uuid;
  entry_id uuid;
  -- Who is on no list costs the same work, counted where it takes nothing from the owner of the address.
  nobody constant uuid := gen_random_uuid();
  nobodys_key constant text := md5('nobody ' || p_address_key);
begin
  select e.id into list from public.events e where e.key = p_event and e.is_published;
  if not found then
    return false;
  end if;
  select w.id into entry_id
    from public.waitlist_entries w
    where w.event_id = list and lower(w.email) = lower(p_email) and not w.suspected_spam;
  perform public.owe_mail('waitlist-receipt', coalesce(entry_id, nobody), case when entry_id is null then nobodys_key else p_address_key end);
  delete from public.mails m where m.person = nobody;
  return true;
end;
$function$;

comment on function public.resend_place_link(text, text, text) is 'Owes whoever is on the waitlist of a published event their receipt again, within the limit of owe_mail. Answers whether there is such an event, never whether the address is on its list; both take the same work.';

revoke all on function public.resend_place_link(text, text, text) from public;
grant execute on function public.resend_place_link(text, text, text) to service_role;

create function public.renew_place_link(p_token_digest text, p_address_key text)
 returns text
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  entry_id uuid;
begin
  select w.id into entry_id
    from public.waitlist_links l
    join public.waitlist_entries w on w.id = l.entry_id
    where l.token_digest = p_token_digest
    for no key update of w;
  if not found then
    return 'nowhere';
  end if;
  if not public.owe_mail('waitlist-receipt', entry_id, p_address_key) then
    return 'not-now';
  end if;
  update public.waitlist_entries w set link_generation = w.link_generation + 1 where w.id = entry_id;
  return 'renewed';
end;
$function$;

comment on function public.renew_place_link(text, text) is 'Owes whoever has this link a receipt with a new one; those before it end when that is frozen. Answers renewed, not-now (no mail can be owed at the moment; nothing has changed) or nowhere.';

revoke all on function public.renew_place_link(text, text) from public;
grant execute on function public.renew_place_link(text, text) to service_role;

create or replace function public.return_to_place(p_token_digest text)
 returns text
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
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
  if departure.delivery is not null then
    insert into public.outbox
        (kind, waitlist_entry_id, idempotency_key, attempts, next_attempt_at, delivered_at, failed_at, last_error, created_at)
      select o.kind, back.id, o.idempotency_key, o.attempts, o.next_attempt_at, o.delivered_at, o.failed_at, o.last_error, o.created_at
      from jsonb_populate_record(null::public.outbox, departure.delivery) o;
  end if;
  return 'back';
end;
$function$;
