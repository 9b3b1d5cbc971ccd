-- The post office carries mails of every purpose: what a mail is made of, and whether anybody is still owed it, is asked by
-- purpose. What the organization owes to many is written without knowing the addresses; their digests come when it is frozen.
alter table public.mails
  drop constraint mails_purpose_check,
  add constraint purpose_is_known check (purpose in ('waitlist-receipt')),
  alter column address_key drop not null,
  drop constraint frozen_when_sealed,
  add constraint frozen_when_sealed check (sealed is null or num_nulls(frozen_at, frozen_attempt, payload_digest, address_key) = 0);

comment on column public.mails.person is 'Who gets it: for a waitlist-receipt the waitlist entry. No foreign key: what is owed to somebody who is gone is dropped when it is claimed.';
comment on column public.mails.address_key is 'Keyed digest of the address; of what the organization owes to many, from when it is frozen.';

-- Leaving the newsletter, or complaining about it, never stops what somebody is owed for a place.
alter table public.mail_suppressions
  add column stream text not null default 'transactional' check (stream in ('transactional', 'newsletter')),
  drop constraint mail_suppressions_pkey,
  add primary key (address_key, stream);

alter table public.mail_suppressions alter column stream drop default;

comment on table public.mail_suppressions is 'Addresses to which no mail of a stream is sent: whose owner did not ask, or complained, or which do not exist. Keyed digests, no addresses.';

create function public.mail_stream(p_purpose text)
 returns text
 language sql
 immutable
 set search_path = ''
return 'transactional';

comment on function public.mail_stream(text) is 'The stream of mails that a purpose belongs to; each stream has its own suppressions.';

revoke all on function public.mail_stream(text) from public;

create function public.is_suppressed(p_address_key text, p_purpose text)
 returns boolean
 language sql
 stable
 set search_path = ''
return exists (
  select from public.mail_suppressions s
  where s.address_key = p_address_key and s.stream = public.mail_stream(p_purpose)
);

comment on function public.is_suppressed(text, text) is 'Whether no mail of this purpose may be sent to the owner of an address.';

revoke all on function public.is_suppressed(text, text) from public;

create function public.mail_content(p_purpose text, p_person uuid, p_occasion integer)
 returns jsonb
 language sql
 stable
 set search_path = ''
return case p_purpose
  when 'waitlist-receipt' then (
    select jsonb_build_object('entry', w.id, 'email', w.email, 'event', public.told_of_event(w.event_id))
    from public.waitlist_entries w
    where w.id = p_person and not w.suspected_spam
  )
end;

comment on function public.mail_content(text, uuid, integer) is 'What a mail is made of as of now, the address under email; null when nobody is owed it any more.';

revoke all on function public.mail_content(text, uuid, integer) from public;

create function public.keep_mail_link(p_purpose text, p_person uuid, p_token_digest text)
 returns void
 language plpgsql
 security definer
 set search_path = ''
as $function$
begin
  case p_purpose
    when 'waitlist-receipt' then
      insert into public.waitlist_links (token_digest, entry_id) values (p_token_digest, p_person) on conflict do nothing;
  end case;
end;
$function$;

comment on function public.keep_mail_link(text, uuid, text) is 'Makes the link in a mail valid, by the digest of its token.';

revoke all on function public.keep_mail_link(text, uuid, text) from public;

create function public.mails_to(p_address text, p_mail_key text)
 returns setof bigint
 language sql
 stable
 set search_path = ''
as $function$
  select m.id from public.mails m where m.address_key = p_mail_key
  union
  select m.id
  from public.mails m
  where m.person in (
    select w.id from public.waitlist_entries w where lower(w.email) = p_address
    union all
    select c.id from public.contact_messages c where lower(c.email) = p_address
    union all
    select n.id from public.newsletter_subscribers n where lower(n.email) = p_address
  );
$function$;

comment on function public.mails_to(text, text) is 'Mails to the owner of an address (lower case), by its keyed digest or by what they are about.';

revoke all on function public.mails_to(text, text) from public;

create index mails_of_a_person on public.mails using btree (person);

create or replace function public.owe_mail(p_purpose text, p_person uuid, p_address_key text)
 returns boolean
 language plpgsql
 security definer
 set search_path = ''
as $function$
begin
  -- Two at once come one after the other, so that a form that is sent twice owes one mail.
  perform pg_advisory_xact_lock(hashtextextended('mail ' || p_address_key, 0));
  if public.is_suppressed(p_address_key, p_purpose)
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

create or replace function public.freeze_mails(p_frozen jsonb)
 returns bigint[]
 language plpgsql
 security definer
 set search_path = ''
as $function$
declare
  given record;
  ids bigint[] := '{}';
begin
  for given in
    select g.*, m.purpose, m.person
    from jsonb_to_recordset(p_frozen) as g (id bigint, attempt integer, sealed text, payload_digest text, address_key text, token_digest text)
    join public.mails m on m.id = g.id
    where m.attempts = g.attempt
      and m.state = 'claimed'
      and m.sealed is null
      and public.mail_content(m.purpose, m.person, m.occasion) is not null
    order by g.id
    for update of m
  loop
    if public.is_suppressed(given.address_key, given.purpose) then
      update public.mails m
        set state = 'refused', address_key = given.address_key, last_error = 'suppressed', next_attempt_at = null, claimed_until = null, settled_at = now()
        where m.id = given.id;
      continue;
    end if;
    update public.mails m
      set sealed = given.sealed, payload_digest = given.payload_digest, address_key = given.address_key, frozen_at = now(), frozen_attempt = m.attempts
      where m.id = given.id;
    if given.token_digest is not null then
      perform public.keep_mail_link(given.purpose, given.person, given.token_digest);
    end if;
    ids := ids || given.id;
  end loop;
  return ids;
end;
$function$;

comment on function public.freeze_mails(jsonb) is 'Keeps the payloads of mails just claimed ([{id, attempt, sealed, payload_digest, address_key, token_digest}]) and makes the links in them valid; token_digest is null where there is none. Answers which may be sent: those whose claim still holds, whose person is still there and whose address is not suppressed.';

create or replace function public.claim_mails(p_limit integer, p_lease_seconds integer, p_key_seconds integer)
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
    where m.id = any (taken) and public.mail_content(m.purpose, m.person, m.occasion) is null;

  return query
    select m.id, m.purpose, m.idempotency_key, m.attempts, m.sealed, public.mail_content(m.purpose, m.person, m.occasion)
    from public.mails m
    where m.id = any (taken)
    order by m.id;
end;
$function$;

comment on function public.claim_mails(integer, integer, integer) is 'Takes up to p_limit due mails for p_lease_seconds and counts the attempt. Nobody else gets a row while its lease runs. One that was sent and not answered comes with its sealed payload, to be sent again unchanged, while the provider remembers its key (p_key_seconds); after that it stays unknown. What is owed to somebody who is gone is dropped.';

create or replace function public.heed_mail_events(p_provider_id text)
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
      returning m.address_key, m.purpose, worst.kind
  )
  insert into public.mail_suppressions as s (address_key, stream, reason)
    select distinct t.address_key, stream, t.kind
    from told t
    -- An address that does not exist gets nothing; who complained complained about something.
    cross join unnest(array['transactional', 'newsletter']) stream
    where t.kind = 'bounced' or stream = public.mail_stream(t.purpose)
    on conflict (address_key, stream) do update set reason = excluded.reason where excluded.reason = 'complained';
end;
$function$;

comment on function public.heed_mail_events(text) is 'What the provider has told of one of its mails, in whatever order: a complaint outweighs a bounce. A complaint stops the stream that it was about, a bounce all of them.';

create or replace function public.leave_place(p_token_digest text, p_reason text, p_address_key text default null::text)
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
    insert into public.mail_suppressions (address_key, stream, reason) values (p_address_key, 'transactional', p_reason) on conflict do nothing;
  end if;
  return true;
end;
$function$;

create or replace function public.erase_person(p_actor uuid, p_email text, p_account_key text, p_newsletter_key text, p_mail_key text default null::text)
 returns jsonb
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  address constant text := lower(btrim(p_email));
  pattern constant text := public.pattern_of_address(address);
  trace constant text := public.trace_of_address(address);
  -- Never longer than what it replaces, so that no text outgrows its limit.
  replacement constant text := left('(erased)', char_length(address));
  account uuid;
  texts record;
  changed integer;
  erased jsonb := '{}';
begin
  if not exists (select from public.admin_users a where a.id = p_actor) then
    raise exception 'only admins may erase a person' using errcode = 'insufficient_privilege';
  end if;
  if address !~ '^[^[:space:]@]+@[^[:space:]@]+$' then
    raise exception 'a person is named by an e-mail address' using errcode = 'invalid_parameter_value';
  end if;
  if p_account_key !~ '^[0-9a-f]{32}$' or p_newsletter_key !~ '^[0-9a-f]{32}$' or num_nulls(p_account_key, p_newsletter_key) > 0 then
    raise exception 'the address stands under keys of 32 hex digits' using errcode = 'invalid_parameter_value';
  end if;
  -- Whoever makes this account an admin at this moment comes before the lock, or finds no account any more.
  select u.id into account from auth.users u where lower(u.email) = address limit 1 for update;
  if exists (select from public.admin_users a where a.id = account) then
    return jsonb_build_object('outcome', 'is-admin');
  end if;

  -- The log shall say whose work this is, not that the Worker asked.
  perform set_config('request.jwt.claim.sub', p_actor::text, true);

  delete from public.mails m where m.id in (select public.mails_to(address, p_mail_key));
  get diagnostics changed = row_count;
  erased := erased || jsonb_build_object('mails', changed);
  delete from public.mail_limits l where l.address_key = p_mail_key;
  delete from public.waitlist_departures d where lower(d.entry ->> 'email') = address;
  get diagnostics changed = row_count;
  erased := erased || jsonb_build_object('departures', changed);
  delete from public.waitlist_entries w where lower(w.email) = address;
  get diagnostics changed = row_count;
  erased := erased || jsonb_build_object('waitlist_entries', changed);
  delete from public.newsletter_subscribers s where lower(s.email) = address;
  get diagnostics changed = row_count;
  erased := erased || jsonb_build_object('newsletter_subscribers', changed);
  delete from public.contact_messages m where lower(m.email) = address;
  get diagnostics changed = row_count;
  erased := erased || jsonb_build_object('contact_messages', changed);
  delete from public.sign_in_failures f where f.account_key = p_account_key;
  get diagnostics changed = row_count;
  erased := erased || jsonb_build_object('sign_in_failures', changed);
  delete from public.known_addresses k where k.account_key = p_account_key;
  get diagnostics changed = row_count;
  erased := erased || jsonb_build_object('known_addresses', changed);
  delete from public.newsletter_requests r where r.email_key = p_newsletter_key;
  get diagnostics changed = row_count;
  erased := erased || jsonb_build_object('newsletter_requests', changed);
  delete from auth.refresh_tokens r where r.user_id::text = account::text;
  delete from auth.users u where u.id = account;
  get diagnostics changed = row_count;
  erased := erased || jsonb_build_object('accounts', changed);
  delete from auth.audit_log_entries l where l.payload::text ~* pattern;

  -- What the site publishes stays as its admins wrote it; they change it by hand.
  changed := 0;
  for texts in
    select * from public.free_texts() t
    where t.table_name in ('waitlist_entries', 'newsletter_subscribers', 'newsletter_requests', 'contact_messages', 'outbox')
    order by t.table_name
  loop
    declare
      rows_of_table integer;
    begin
      execute format('update public.%I set %s where %s', texts.table_name, texts.assignments, texts.condition)
        using pattern, replacement, trace;
      get diagnostics rows_of_table = row_count;
      changed := changed + rows_of_table;
    end;
  end loop;
  erased := erased || jsonb_build_object('texts', changed);

  -- The log comes last, because it has just been told of the changes before.
  perform set_config('audit_log.erasing', 'on', true);
  update public.audit_log g set actor_email = null where lower(g.actor_email) = address;
  get diagnostics changed = row_count;
  erased := erased || jsonb_build_object('log_entries', changed);
  perform set_config('audit_log.erasing', 'off', true);

  if not exists (select from jsonb_each_text(erased) each where each.value <> '0') then
    return jsonb_build_object('outcome', 'nothing-held');
  end if;
  insert into public.audit_log (actor, actor_email, verb, table_name, row_id, changes)
    select u.id, u.email, 'erase', 'people', coalesce(account, gen_random_uuid())::text,
      erased || jsonb_build_object('address_digest', p_account_key)
    from auth.users u where u.id = p_actor;
  return jsonb_build_object('outcome', 'erased', 'erased', erased);
end;
$function$;

create or replace function public.personal_data(p_email text, p_account_key text, p_newsletter_key text, p_mail_key text default null::text)
 returns jsonb
 language plpgsql
 stable security definer
 set search_path to ''
as $function$
declare
  address constant text := lower(btrim(p_email));
  pattern constant text := public.pattern_of_address(address);
  trace constant text := public.trace_of_address(address);
  account uuid;
  texts record;
  found_in jsonb;
  mentions jsonb := '[]';
begin
  if not public.is_admin() then
    raise exception 'only admins may see what is held about a person' using errcode = 'insufficient_privilege';
  end if;
  if address !~ '^[^[:space:]@]+@[^[:space:]@]+$' then
    raise exception 'a person is named by an e-mail address' using errcode = 'invalid_parameter_value';
  end if;
  select u.id into account from auth.users u where lower(u.email) = address limit 1;

  for texts in select * from public.free_texts() t where t.table_name not in ('audit_log', 'newsletter_requests', 'mails', 'mail_events', 'waitlist_departures') order by t.table_name loop
    execute format(
      'select jsonb_agg(jsonb_build_object(''table'', %L, ''id'', to_jsonb(t) ->> ''id''))
       from public.%I t
       where (%s) and lower(coalesce(to_jsonb(t) ->> ''email'', '''')) <> $4',
      texts.table_name, texts.table_name, texts.condition
    ) into found_in using pattern, '', trace, address;
    mentions := mentions || coalesce(found_in, '[]');
  end loop;

  return jsonb_build_object(
    'email', address,
    'waitlists', (
      select coalesce(
        jsonb_agg(
          (to_jsonb(w) - array['id', 'event_id', 'search_text']) || jsonb_build_object(
            'event', e.title,
            'delivery', (
              select jsonb_build_object(
                'attempts', o.attempts,
                'delivered_at', o.delivered_at,
                'failed_at', o.failed_at,
                'last_error', o.last_error
              )
              from public.outbox o where o.waitlist_entry_id = w.id
            )
          )
          order by w.created_at, w.suspected_spam, w.id
        ),
        '[]'
      )
      from public.waitlist_entries w
      join public.events e on e.id = w.event_id
      where lower(w.email) = address
    ),
    'left_waitlists', (
      select coalesce(
        jsonb_agg((d.entry - array['id', 'event_id', 'search_text']) || jsonb_build_object('event', e.title, 'left_at', d.left_at) order by d.left_at),
        '[]'
      )
      from public.waitlist_departures d
      join public.events e on e.id = d.event_id
      where lower(d.entry ->> 'email') = address
    ),
    'mails', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('purpose', m.purpose, 'state', m.state, 'created_at', m.created_at, 'settled_at', m.settled_at)
          order by m.created_at, m.id
        ),
        '[]'
      )
      from public.mails m
      where m.id in (select public.mails_to(address, p_mail_key))
    ),
    'newsletter', (
      select coalesce(jsonb_agg(to_jsonb(s) - array['id', 'search_text'] order by s.created_at, s.id), '[]')
      from public.newsletter_subscribers s where lower(s.email) = address
    ),
    'messages', (
      select coalesce(jsonb_agg(to_jsonb(m) - array['id', 'search_text'] order by m.created_at, m.id), '[]')
      from public.contact_messages m where lower(m.email) = address
    ),
    'account', (
      select jsonb_build_object(
        'created_at', u.created_at,
        'last_sign_in_at', u.last_sign_in_at,
        'is_admin', exists (select from public.admin_users a where a.id = u.id)
      )
      from auth.users u where u.id = account
    ),
    'likes', (
      select coalesce(jsonb_agg(jsonb_build_object('resource', r.title, 'created_at', l.created_at) order by l.created_at, l.id), '[]')
      from public.resource_likes l
      join public.education_resources r on r.id = l.resource_id
      where l.user_id = account
    ),
    'log', (
      select coalesce(
        jsonb_agg(jsonb_build_object('at', g.at, 'verb', g.verb, 'table', g.table_name, 'row', g.row_id) order by g.id),
        '[]'
      )
      from public.audit_log g
      where g.actor = account
        or lower(g.actor_email) = address
        or case when strpos(lower(g.changes::text), trace) > 0 then public.without_address(g.changes, pattern, '') <> g.changes end
    ),
    'mentions', mentions,
    'counters', jsonb_build_object(
      'sign_in_failures', (select count(*) from public.sign_in_failures f where f.account_key = p_account_key),
      'known_addresses', (select count(*) from public.known_addresses k where k.account_key = p_account_key),
      'newsletter_requests', (select count(*) from public.newsletter_requests r where r.email_key = p_newsletter_key),
      'mail_limits', (select count(*) from public.mail_limits l where l.address_key = p_mail_key),
      'mail_suppressions', (select count(*) from public.mail_suppressions s where s.address_key = p_mail_key)
    )
  );
end;
$function$;
