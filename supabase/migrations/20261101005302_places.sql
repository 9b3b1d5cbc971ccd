-- Everybody on a waitlist has a page of their own, by a link in a mail: to see, confirm and correct what is kept, and to leave.
alter table public.waitlist_entries add column confirmed_at timestamp with time zone;
comment on column public.waitlist_entries.confirmed_at is 'When the owner of the address pressed the button of the page that only a mail leads to.';

create table public.waitlist_links (
  token_digest text primary key constraint token_digest_is_a_digest check (token_digest ~ '^[0-9a-f]{64}$'),
  entry_id uuid not null references public.waitlist_entries on delete cascade
);

comment on table public.waitlist_links is 'SHA-256 of the tokens that lead to somebody''s place on a list. The tokens stand in mails alone.';

create index waitlist_links_of_an_entry on public.waitlist_links using btree (entry_id);
alter table public.waitlist_links enable row level security;
revoke all on public.waitlist_links from public, anon, authenticated, service_role;

create table public.waitlist_departures (
  entry_id uuid primary key,
  event_id uuid not null references public.events on delete cascade,
  token_digests text[] not null,
  reason text not null check (reason in ('left', 'erased', 'not-mine')),
  entry jsonb,
  delivery jsonb,
  left_at timestamp with time zone not null default now(),
  constraint kept_for_whoever_left check ((reason = 'left') = (entry is not null))
);

comment on table public.waitlist_departures is 'Who has left a list by themselves, for 24 hours: so long it can be undone. Of no use after that.';
comment on column public.waitlist_departures.entry is 'The entry as it was; null once it is erased, and nothing is left to undo.';
comment on column public.waitlist_departures.delivery is 'Its row of the outbox.';

create index waitlist_departures_by_time on public.waitlist_departures using btree (left_at);
create index waitlist_departures_of_an_event on public.waitlist_departures using btree (event_id);
create index waitlist_departures_by_token on public.waitlist_departures using gin (token_digests);
alter table public.waitlist_departures enable row level security;
revoke all on public.waitlist_departures from public, anon, authenticated, service_role;

create function public.told_of_event(p_id uuid)
 returns jsonb
 language sql
 stable
 set search_path = ''
return (
  select to_jsonb(e) - array['id', 'about', 'recap', 'recap_url', 'search_text', 'poster_path', 'poster_alt', 'is_published', 'created_at', 'updated_at']
  from public.events e
  where e.id = p_id
);

comment on function public.told_of_event(uuid) is 'What mails and pages of one person say of an event.';

revoke all on function public.told_of_event(uuid) from public;

create function public.waitlist_place(p_token_digest text)
 returns jsonb
 language sql
 stable security definer
 set search_path = ''
return coalesce(
  (
    select jsonb_build_object(
      'state', 'waiting',
      'name', w.name,
      'email', w.email,
      'joined_at', w.created_at,
      'consent_version', w.consent_version,
      'confirmed_at', w.confirmed_at,
      'told_at', w.told_at,
      'place', (
        select count(*) from public.waitlist_entries o
        where o.event_id = w.event_id
          and not o.suspected_spam
          and o.told_at is null
          and (o.created_at, o.id) <= (w.created_at, w.id)
      ),
      'forwarded_at', (select o.delivered_at from public.outbox o where o.waitlist_entry_id = w.id),
      'event', public.told_of_event(w.event_id)
    )
    from public.waitlist_links l
    join public.waitlist_entries w on w.id = l.entry_id
    where l.token_digest = p_token_digest
  ),
  (
    select jsonb_build_object(
      'state', d.reason,
      'left_at', d.left_at,
      'forwarded_at', d.delivery ->> 'delivered_at',
      'event', public.told_of_event(d.event_id)
    )
    from public.waitlist_departures d
    where d.token_digests @> array[p_token_digest] and d.left_at > now() - interval '24 hours'
  ),
  jsonb_build_object('state', 'nowhere')
);

comment on function public.waitlist_place(text) is 'What the page behind a link shows: the entry with its place among those who have not been told yet, or for 24 hours that it was left or erased; or that the link leads nowhere.';

revoke all on function public.waitlist_place(text) from public;
grant execute on function public.waitlist_place(text) to service_role;

create function public.confirm_place(p_token_digest text)
 returns boolean
 language plpgsql
 security definer
 set search_path = ''
as $function$
begin
  update public.waitlist_entries w
    set confirmed_at = coalesce(w.confirmed_at, now())
    from public.waitlist_links l
    where l.token_digest = p_token_digest and w.id = l.entry_id;
  return found;
end;
$function$;

comment on function public.confirm_place(text) is 'Notes that a link was received: its button was pressed. Answers false for one that leads to no entry.';

revoke all on function public.confirm_place(text) from public;
grant execute on function public.confirm_place(text) to service_role;

create function public.rename_place(p_token_digest text, p_name text)
 returns boolean
 language plpgsql
 security definer
 set search_path = ''
as $function$
begin
  update public.waitlist_entries w
    set name = p_name
    from public.waitlist_links l
    where l.token_digest = p_token_digest and w.id = l.entry_id;
  return found;
end;
$function$;

comment on function public.rename_place(text, text) is 'Corrects the name of whoever has this link. Answers false for one that leads to no entry.';

revoke all on function public.rename_place(text, text) from public;
grant execute on function public.rename_place(text, text) to service_role;

create function public.leave_place(p_token_digest text, p_reason text, p_address_key text default null)
 returns boolean
 language plpgsql
 security definer
 set search_path = ''
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
    insert into public.waitlist_departures (entry_id, event_id, token_digests, reason, entry, delivery)
      select leaving.id, leaving.event_id, array(select l.token_digest from public.waitlist_links l where l.entry_id = leaving.id), p_reason,
        case when p_reason = 'left' then to_jsonb(leaving) end,
        case when p_reason = 'left' then (select to_jsonb(o) from public.outbox o where o.waitlist_entry_id = leaving.id) end;
    delete from public.mails m where m.person = leaving.id and m.next_attempt_at is not null;
    delete from public.waitlist_entries w where w.id = leaving.id;
  else
    -- Who has left may still have it erased at once.
    update public.waitlist_departures d
      set reason = p_reason, entry = null, delivery = null
      where d.token_digests @> array[p_token_digest] and d.reason = 'left' and p_reason <> 'left';
    if not found then
      return false;
    end if;
  end if;
  if p_reason = 'not-mine' then
    insert into public.mail_suppressions (address_key, reason) values (p_address_key, p_reason) on conflict do nothing;
  end if;
  return true;
end;
$function$;

comment on function public.leave_place(text, text, text) is 'Takes whoever has this link off the list: left (can be undone for 24 hours), erased, or not-mine, which also notes under the keyed digest p_address_key that no visitor shall cause another mail there. Answers false when nothing has changed.';

revoke all on function public.leave_place(text, text, text) from public;
grant execute on function public.leave_place(text, text, text) to service_role;

create function public.return_to_place(p_token_digest text)
 returns text
 language plpgsql
 security definer
 set search_path = ''
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
  back := jsonb_populate_record(null::public.waitlist_entries, departure.entry);
  insert into public.waitlist_entries
      (id, event_id, name, email, consent_version, suspected_spam, note, told_at, created_at, updated_at, confirmed_at)
    values
      (back.id, back.event_id, back.name, back.email, back.consent_version, back.suspected_spam, back.note, back.told_at, back.created_at, back.updated_at, back.confirmed_at)
    on conflict do nothing;
  if not found then
    insert into public.waitlist_links (token_digest, entry_id)
      select unnest(departure.token_digests), w.id
      from public.waitlist_entries w
      where w.event_id = back.event_id and lower(w.email) = lower(back.email) and not w.suspected_spam;
    return 'joined-again';
  end if;
  -- Nobody has joined today by coming back.
  update public.daily_totals t
    set total = t.total - 1
    where t.kind = 'waitlist' and t.day = (back.created_at at time zone 'Pacific/Honolulu')::date;
  insert into public.waitlist_links (token_digest, entry_id) select unnest(departure.token_digests), back.id;
  if departure.delivery is not null then
    insert into public.outbox
        (kind, waitlist_entry_id, idempotency_key, attempts, next_attempt_at, delivered_at, failed_at, last_error, created_at)
      select o.kind, back.id, o.idempotency_key, o.attempts, o.next_attempt_at, o.delivered_at, o.failed_at, o.last_error, o.created_at
      from jsonb_populate_record(null::public.outbox, departure.delivery) o;
  end if;
  return 'back';
end;
$function$;

comment on function public.return_to_place(text) is 'Undoes leaving: the entry stands again where it stood. Answers back, joined-again (the address has joined anew meanwhile, and the link leads to that entry) or too-late.';

revoke all on function public.return_to_place(text) from public;
grant execute on function public.return_to_place(text) to service_role;
