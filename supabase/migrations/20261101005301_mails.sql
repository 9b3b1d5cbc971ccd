-- The post office. A mail is owed by a row that is written together with what causes it; address and content are joined
-- when it is first claimed. From then on its payload is frozen, because a provider refuses a known key with another one.
create table public.mails (
  id bigint generated always as identity primary key,
  purpose text not null check (purpose in ('waitlist-receipt')),
  person uuid not null,
  occasion integer not null check (occasion > 0),
  address_key text not null constraint address_key_is_a_digest check (address_key ~ '^[0-9a-f]{32}$'),
  idempotency_key uuid not null default gen_random_uuid() unique,
  state text not null default 'due' check (state in ('due', 'claimed', 'accepted', 'refused', 'unknown', 'bounced', 'complained')),
  attempts integer not null default 0 check (attempts >= 0),
  next_attempt_at timestamp with time zone default now(),
  claimed_until timestamp with time zone,
  sealed text check (octet_length(sealed) <= 200000),
  frozen_at timestamp with time zone,
  frozen_attempt integer,
  payload_digest text constraint payload_digest_is_a_digest check (payload_digest ~ '^[0-9a-f]{64}$'),
  provider_id text check (char_length(provider_id) <= 200),
  last_error text check (char_length(last_error) <= 500),
  created_at timestamp with time zone not null default now(),
  settled_at timestamp with time zone,
  constraint one_mail_per_purpose_person_and_occasion unique (purpose, person, occasion),
  constraint sealed_while_it_may_be_under_way check (sealed is null or state in ('claimed', 'unknown')),
  constraint frozen_when_sealed check (sealed is null or num_nulls(frozen_at, frozen_attempt, payload_digest) = 0),
  constraint claimed_for_a_while check ((state = 'claimed') = (claimed_until is not null)),
  constraint what_is_settled_is_not_due check (state in ('due', 'claimed', 'unknown') or next_attempt_at is null)
);

comment on table public.mails is 'Mails that are owed, under way or sent: one row per purpose, person and occasion. Holds no address; the sealed payload has one while it is under way.';
comment on column public.mails.person is 'Who gets it: for a waitlist-receipt the waitlist entry. No foreign key: what is owed to an entry that is gone is dropped when it is claimed.';
comment on column public.mails.occasion is 'Counts the mails of one purpose to one person.';
comment on column public.mails.address_key is 'Keyed digest of the address.';
comment on column public.mails.state is 'unknown: sent, and no answer came. Sent again with the same key while the provider remembers it; after that, without next_attempt_at, an admin decides.';
comment on column public.mails.frozen_attempt is 'The attempt for which the payload was made; a later one sends the same.';

create index mails_due on public.mails using btree (next_attempt_at, id) where next_attempt_at is not null;
create index mails_of_a_provider on public.mails using btree (provider_id) where provider_id is not null;
create index mails_by_address on public.mails using btree (address_key);
create index mails_by_time on public.mails using btree (created_at);

alter table public.mails enable row level security;
revoke all on public.mails from public, anon, authenticated, service_role;
grant select (id, purpose, person, occasion, state, attempts, next_attempt_at, last_error, created_at, settled_at) on public.mails to authenticated;
create policy "Admins read mails" on public.mails for select to authenticated using ((select public.is_admin()));

create table public.mail_limits (
  address_key text primary key constraint address_key_is_a_digest check (address_key ~ '^[0-9a-f]{32}$'),
  owed_at timestamp with time zone[] not null constraint owed_at_most_5_times check (cardinality(owed_at) between 1 and 5),
  last_owed_at timestamp with time zone not null default now()
);

comment on table public.mail_limits is 'How many mails visitors have caused to an address within 24 hours. Keyed digests, no addresses; of no use after a day.';

create index mail_limits_by_time on public.mail_limits using btree (last_owed_at);
alter table public.mail_limits enable row level security;
revoke all on public.mail_limits from public, anon, authenticated, service_role;

create table public.mail_suppressions (
  address_key text primary key constraint address_key_is_a_digest check (address_key ~ '^[0-9a-f]{32}$'),
  reason text not null check (reason in ('not-mine', 'bounced', 'complained')),
  created_at timestamp with time zone not null default now()
);

comment on table public.mail_suppressions is 'Addresses to which no mail is sent that a visitor has caused: whose owner did not ask, or complained, or which do not exist. Keyed digests, no addresses.';

alter table public.mail_suppressions enable row level security;
revoke all on public.mail_suppressions from public, anon, authenticated, service_role;

create table public.mail_events (
  id text primary key check (char_length(id) between 1 and 100),
  provider_id text not null check (char_length(provider_id) between 1 and 200),
  kind text not null check (kind in ('delivered', 'bounced', 'complained')),
  at timestamp with time zone not null,
  created_at timestamp with time zone not null default now()
);

comment on table public.mail_events is 'What the provider has told about mails, each once; it may come before we know the provider''s own number of a mail.';

create index mail_events_of_a_mail on public.mail_events using btree (provider_id);
create index mail_events_by_time on public.mail_events using btree (created_at);
alter table public.mail_events enable row level security;
revoke all on public.mail_events from public, anon, authenticated, service_role;

create function public.owe_mail(p_purpose text, p_person uuid, p_address_key text)
 returns boolean
 language plpgsql
 security definer
 set search_path = ''
as $function$
begin
  -- Two at once come one after the other, so that a form that is sent twice owes one mail.
  perform pg_advisory_xact_lock(hashtextextended('mail ' || p_address_key, 0));
  if exists (select from public.mail_suppressions s where s.address_key = p_address_key)
    or exists (
      select from public.mails m
      where m.purpose = p_purpose
        and m.person = p_person
        and (m.next_attempt_at is not null or m.created_at > now() - interval '1 minute')
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

comment on function public.owe_mail(text, uuid, text) is 'Owes a mail that a visitor has caused: 5 within 24 hours for one address, all purposes together; none while one is under way or was owed in the last minute, and none to an address whose owner wants none. Answers whether it is owed.';

revoke all on function public.owe_mail(text, uuid, text) from public;

create function public.freeze_mails(p_frozen jsonb)
 returns bigint[]
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  ids bigint[];
begin
  with given as (
    select * from jsonb_to_recordset(p_frozen) as g (id bigint, attempt integer, sealed text, payload_digest text, token_digest text)
  ),
  frozen as (
    update public.mails m
      set sealed = g.sealed, payload_digest = g.payload_digest, frozen_at = now(), frozen_attempt = m.attempts
      from given g
      join public.waitlist_entries w on true
      where m.id = g.id
        and w.id = m.person
        and m.attempts = g.attempt
        and m.state = 'claimed'
        and m.sealed is null
      returning m.id, m.person, g.token_digest
  ),
  linked as (
    insert into public.waitlist_links (token_digest, entry_id)
      select f.token_digest, f.person from frozen f
      on conflict do nothing
  )
  select coalesce(array_agg(f.id), '{}') into ids from frozen f;
  return ids;
end;
$function$;

comment on function public.freeze_mails(jsonb) is 'Keeps the payloads of mails just claimed ([{id, attempt, sealed, payload_digest, token_digest}]) and makes the links in them valid. Answers which may be sent: those whose claim still holds and whose person is still there.';

revoke all on function public.freeze_mails(jsonb) from public;
grant execute on function public.freeze_mails(jsonb) to service_role;

create function public.claim_mails(p_limit integer, p_lease_seconds integer, p_key_seconds integer)
 returns table(id bigint, purpose text, idempotency_key uuid, attempts integer, sealed text, content jsonb)
 language plpgsql
 security definer
 set search_path = ''
as $function$
#variable_conflict use_column
declare
  taken bigint[];
begin
  if p_limit is null or p_limit not between 1 and 100 or p_lease_seconds is null or p_lease_seconds not between 1 and 3600 or p_key_seconds is null then
    raise exception 'claim 1 to 100 rows for 1 to 3600 seconds' using errcode = 'invalid_parameter_value';
  end if;

  -- What may have arrived, and whose key the provider may have forgotten before the end of another attempt.
  with uncertain as (
    select m.id from public.mails m
    where m.next_attempt_at <= now()
      and m.sealed is not null
      and (m.claimed_until is null or m.claimed_until <= now())
      and m.frozen_at + (p_key_seconds - p_lease_seconds) * interval '1 second' <= now()
    limit 100
    for update skip locked
  )
  update public.mails m
    set state = 'unknown', next_attempt_at = null, claimed_until = null, last_error = coalesce(m.last_error, 'no answer')
    from uncertain
    where m.id = uncertain.id;

  with due as (
    select m.id from public.mails m
    where m.next_attempt_at <= now()
      and (m.claimed_until is null or m.claimed_until <= now())
    order by m.next_attempt_at, m.id
    limit p_limit
    for update skip locked
  ),
  claimed as (
    update public.mails m
      set state = 'claimed', attempts = m.attempts + 1, claimed_until = now() + p_lease_seconds * interval '1 second'
      from due
      where m.id = due.id
      returning m.id
  )
  select array_agg(c.id) into taken from claimed c;

  delete from public.mails m
    where m.id = any (taken)
      and not exists (select from public.waitlist_entries w where w.id = m.person and not w.suspected_spam);

  return query
    select m.id, m.purpose, m.idempotency_key, m.attempts, m.sealed,
      jsonb_build_object('entry', w.id, 'email', w.email, 'event', public.told_of_event(w.event_id))
    from public.mails m
    join public.waitlist_entries w on w.id = m.person
    where m.id = any (taken)
    order by m.id;
end;
$function$;

comment on function public.claim_mails(integer, integer, integer) is 'Takes up to p_limit due mails for p_lease_seconds and counts the attempt. Nobody else gets a row while its lease runs. One that was sent and not answered comes with its sealed payload, to be sent again unchanged, while the provider remembers its key (p_key_seconds); after that it stays unknown. What is owed to an entry that is gone is dropped.';

revoke all on function public.claim_mails(integer, integer, integer) from public;
grant execute on function public.claim_mails(integer, integer, integer) to service_role;

create function public.heed_mail_events(p_provider_id text)
 returns void
 language plpgsql
 security definer
 set search_path = ''
as $function$
begin
  with worst as (
    select case when bool_or(v.kind = 'complained') then 'complained' else 'bounced' end as kind
    from public.mail_events v
    where v.provider_id = p_provider_id and v.kind <> 'delivered'
    having count(*) > 0
  ),
  told as (
    update public.mails m
      set state = worst.kind
      from worst
      where m.provider_id = p_provider_id and m.state in ('accepted', 'bounced', 'complained')
      returning m.address_key, worst.kind
  )
  insert into public.mail_suppressions as s (address_key, reason)
    select distinct t.address_key, t.kind from told t
    on conflict (address_key) do update set reason = excluded.reason where excluded.reason = 'complained';
end;
$function$;

comment on function public.heed_mail_events(text) is 'What the provider has told of one of its mails, in whatever order: a complaint outweighs a bounce, and after either no visitor can cause another mail to that address.';

revoke all on function public.heed_mail_events(text) from public;

create function public.settle_mails(p_settled jsonb)
 returns integer
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  settled record;
  count integer := 0;
begin
  for settled in
    select * from jsonb_to_recordset(p_settled) as s (id bigint, attempt integer, outcome text, provider_id text, error text, wait integer) order by s.id
  loop
    if settled.outcome is null or settled.outcome not in ('accepted', 'refused', 'later', 'unknown') then
      raise exception 'the outcome is accepted, refused, later or unknown' using errcode = 'invalid_parameter_value';
    end if;
    update public.mails m
      set claimed_until = null,
        state = next.state,
        provider_id = coalesce(settled.provider_id, m.provider_id),
        last_error = case when settled.outcome <> 'accepted' then left(settled.error, 500) end,
        next_attempt_at = case when next.state in ('due', 'unknown') then next.at end,
        sealed = case when next.state = 'unknown' then m.sealed end,
        frozen_at = case when next.state <> 'due' then m.frozen_at end,
        frozen_attempt = case when next.state <> 'due' then m.frozen_attempt end,
        payload_digest = case when next.state <> 'due' then m.payload_digest end,
        settled_at = case when next.state in ('accepted', 'refused') then now() end
      from (
        select c.id, at,
          case
            when settled.outcome <> 'later' then settled.outcome
            -- An earlier attempt with this payload may have arrived.
            when c.frozen_attempt < c.attempts then 'unknown'
            when at is null then 'refused'
            else 'due'
          end as state
        from public.mails c
        cross join lateral (select public.next_attempt(c.attempts, c.created_at, settled.wait) as at) pause
        where c.id = settled.id and c.attempts = settled.attempt and c.state = 'claimed'
        for update of c
      ) next
      where m.id = next.id;
    if found then
      count := count + 1;
      if settled.provider_id is not null then
        perform public.heed_mail_events(settled.provider_id);
      end if;
    end if;
  end loop;
  return count;
end;
$function$;

comment on function public.settle_mails(jsonb) is 'Writes what came of attempts ([{id, attempt, outcome, provider_id, error, wait}]): accepted, refused, later (surely not accepted: due again, with address and content joined anew) or unknown (kept frozen). Answers how many there were; one that is not under way is left alone.';

revoke all on function public.settle_mails(jsonb) from public;
grant execute on function public.settle_mails(jsonb) to service_role;

create function public.note_mail_event(p_id text, p_provider_id text, p_kind text, p_at timestamp with time zone)
 returns boolean
 language plpgsql
 security definer
 set search_path = ''
as $function$
begin
  insert into public.mail_events (id, provider_id, kind, at) values (p_id, p_provider_id, p_kind, p_at) on conflict do nothing;
  if not found then
    return false;
  end if;
  perform public.heed_mail_events(p_provider_id);
  return true;
end;
$function$;

comment on function public.note_mail_event(text, text, text, timestamp with time zone) is 'What the provider tells of one of its mails. Answers false for what it has told already.';

revoke all on function public.note_mail_event(text, text, text, timestamp with time zone) from public;
grant execute on function public.note_mail_event(text, text, text, timestamp with time zone) to service_role;
