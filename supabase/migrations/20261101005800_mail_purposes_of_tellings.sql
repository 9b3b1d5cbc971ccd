-- The post office carries what the organization tells the people on a list, and tests of it.
alter table public.mails
  drop constraint purpose_is_known,
  add constraint purpose_is_known
    check (purpose in ('waitlist-receipt', 'newsletter-confirm', 'newsletter-address', 'newsletter-address-changed', 'newsletter-issue', 'event-news', 'event-news-test')),
  drop constraint mails_state_check,
  add constraint mails_state_check
    check (state in ('due', 'claimed', 'accepted', 'refused', 'unknown', 'left', 'dropped', 'bounced', 'complained'));

drop index public.mails_due;
create index mails_due on public.mails using btree (goes_to_many, next_attempt_at, id)
  where next_attempt_at is not null and purpose <> 'newsletter-issue';

comment on column public.mails.person is 'Who gets it: for a waitlist-receipt and event-news the waitlist entry, for an event-news-test the admin. No foreign key: what is owed to somebody who is gone is dropped when it is claimed.';
comment on column public.mails.occasion is 'Counts the mails of one purpose to one person; of event-news the id of the telling.';
comment on column public.mails.state is 'unknown: sent, and no answer came. Sent again with the same key while the provider remembers it; after that, without next_attempt_at, an admin decides. left: an admin has left it at that. dropped: what it told was not true any more when it was claimed, or the person had been told otherwise.';

create or replace function public.mail_content(p_purpose text, p_person uuid, p_occasion integer)
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
  when 'newsletter-confirm' then (
    select to_jsonb(s)
    from public.newsletter_subscribers s
    where s.id = p_person and not s.suspected_spam
  )
  when 'newsletter-address' then (
    select jsonb_build_object('id', c.id, 'email', c.email)
    from public.newsletter_address_changes c
    where c.id = p_person and c.confirmed_at is null
  )
  when 'newsletter-address-changed' then (
    select jsonb_build_object('email', c.old_email)
    from public.newsletter_address_changes c
    where c.id = p_person and c.confirmed_at is not null
  )
  when 'event-news' then public.news_content(p_person, p_occasion)
  when 'event-news-test' then public.news_test_content(p_person, p_occasion)
end;

create or replace function public.keep_mail_link(p_purpose text, p_person uuid, p_token_digest text)
 returns void
 language plpgsql
 security definer
 set search_path to ''
as $function$
begin
  case p_purpose
    when 'waitlist-receipt', 'event-news' then
      insert into public.waitlist_links (token_digest, entry_id) values (p_token_digest, p_person) on conflict do nothing;
    when 'newsletter-confirm' then
      insert into public.newsletter_links (token_digest, subscriber_id) values (p_token_digest, p_person) on conflict do nothing;
    when 'newsletter-address' then
      update public.newsletter_address_changes c set token_digest = p_token_digest where c.id = p_person;
  end case;
end;
$function$;

create or replace function public.purge(p_limit integer default 1000)
 returns jsonb
 language plpgsql
 security definer
 set search_path to ''
as $function$
declare
  likes integer;
  waitlist integer;
  subscribers integer;
  messages integer;
  failures integer;
  addresses integer;
  requests integer;
  notices integer;
  mails integer;
  mail_events integer;
  mail_limits integer;
  departures integer;
  address_changes integer;
begin
  if p_limit is null or p_limit not between 1 and 10000 then
    raise exception 'purge 1 to 10000 rows of a kind at a time' using errcode = 'invalid_parameter_value';
  end if;

  with due as (
    select l.id from public.resource_likes l
    where l.ip_address is not null and l.created_at <= now() - interval '13 months'
    order by l.created_at
    limit p_limit
    for update skip locked
  )
  update public.resource_likes l
    set ip_address = null, visitor_key = null, retired_at = now()
    from due
    where l.id = due.id;
  get diagnostics likes = row_count;

  with due as (
    select w.id
    from public.waitlist_entries w
    join public.events e on e.id = w.event_id
    where w.created_at <= now() - interval '24 months'
      or (w.suspected_spam and w.created_at <= now() - interval '30 days')
      or coalesce(
        (select min(p.over_at) from public.past_editions p where p.event_id = w.event_id and p.over_at > w.created_at),
        case
          when e.over_at > w.created_at and e.status <> 'postponed' and e.dated_at <= now() - interval '1 day' then e.over_at
        end
      ) <= now() - interval '90 days'
    limit p_limit
    for update of w skip locked
  )
  delete from public.waitlist_entries w using due where w.id = due.id;
  get diagnostics waitlist = row_count;

  with due as (
    select s.id from public.newsletter_subscribers s
    where s.suspected_spam and s.created_at <= now() - interval '30 days'
      or s.confirmed_at is null and s.confirm_by <= now()
      or s.left_at <= now() - interval '30 days' and coalesce(s.confirm_by, now()) <= now()
    limit p_limit
    for update skip locked
  )
  delete from public.newsletter_subscribers s using due where s.id = due.id;
  get diagnostics subscribers = row_count;

  with due as (
    select m.id from public.contact_messages m
    where m.handled_at <= now() - interval '12 months'
      or (m.suspected_spam and m.created_at <= now() - interval '30 days')
      or (m.status = 'spam' and m.updated_at <= now() - interval '30 days')
    limit p_limit
    for update skip locked
  )
  delete from public.contact_messages m using due where m.id = due.id;
  get diagnostics messages = row_count;

  with due as (
    select f.id from public.sign_in_failures f
    where f.at <= now() - interval '24 hours'
    limit p_limit
    for update skip locked
  )
  delete from public.sign_in_failures f using due where f.id = due.id;
  get diagnostics failures = row_count;

  with due as (
    select k.account_key, k.address_key from public.known_addresses k
    where k.last_used_at <= now() - interval '90 days'
    limit p_limit
    for update skip locked
  )
  delete from public.known_addresses k using due where (k.account_key, k.address_key) = (due.account_key, due.address_key);
  get diagnostics addresses = row_count;

  with due as (
    select r.email_key from public.newsletter_requests r
    where r.last_asked_at <= now() - interval '24 hours'
    limit p_limit
    for update skip locked
  )
  delete from public.newsletter_requests r using due where r.email_key = due.email_key;
  get diagnostics requests = row_count;

  -- What goes with an entry leaves with it; only notices stand alone.
  with due as (
    select o.id from public.outbox o
    where o.waitlist_entry_id is null and o.created_at <= now() - interval '30 days'
    limit p_limit
    for update skip locked
  )
  delete from public.outbox o using due where o.id = due.id;
  get diagnostics notices = row_count;

  with due as (
    select m.id from public.mails m
    where m.created_at <= now() - interval '30 days'
      -- Who has been told what is known as long as the entry, or people would be told again.
      and not (m.purpose = 'event-news' and exists (select from public.waitlist_entries w where w.id = m.person))
    limit p_limit
    for update skip locked
  )
  delete from public.mails m using due where m.id = due.id;
  get diagnostics mails = row_count;

  with due as (
    select v.id from public.mail_events v
    where v.created_at <= now() - interval '30 days'
    limit p_limit
    for update skip locked
  )
  delete from public.mail_events v using due where v.id = due.id;
  get diagnostics mail_events = row_count;

  with due as (
    select l.address_key from public.mail_limits l
    where l.last_owed_at <= now() - interval '24 hours'
    limit p_limit
    for update skip locked
  )
  delete from public.mail_limits l using due where l.address_key = due.address_key;
  get diagnostics mail_limits = row_count;

  with due as (
    select d.entry_id from public.waitlist_departures d
    where d.left_at <= now() - interval '24 hours'
    limit p_limit
    for update skip locked
  )
  delete from public.waitlist_departures d using due where d.entry_id = due.entry_id;
  get diagnostics departures = row_count;

  with due as (
    select c.id from public.newsletter_address_changes c
    where c.requested_at <= now() - interval '7 days'
    limit p_limit
    for update skip locked
  )
  delete from public.newsletter_address_changes c using due where c.id = due.id;
  get diagnostics address_changes = row_count;

  return jsonb_build_object(
    'likes', likes,
    'waitlist_entries', waitlist,
    'newsletter_subscribers', subscribers,
    'contact_messages', messages,
    'sign_in_failures', failures,
    'known_addresses', addresses,
    'newsletter_requests', requests,
    'notices', notices,
    'mails', mails,
    'mail_events', mail_events,
    'mail_limits', mail_limits,
    'departures', departures,
    'address_changes', address_changes
  );
end;
$function$;

comment on function public.purge(integer) is 'Removes what has been kept long enough, up to p_limit rows of each kind, and answers how many of each: call it again while there are any. Newsletter addresses that were not confirmed in 30 days, and those that left 30 days ago; changes of address after 7 days. Visitors'' keys of likes after 13 months (the like stays counted); waitlist entries 90 days after the edition waited for is over (a postponed one is not), 24 months at most; handled messages after 12 months; spam after 30 days; sign-in failures and what the newsletter provider said after 24 hours; known addresses 90 days after their last use; notices, mails and what was told of them after 30 days, but news of an event with its waitlist entry; mails counted against the limit, and who has left a list, after 24 hours.';

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
  delete from public.newsletter_address_changes c where lower(c.email) = address or lower(c.old_email) = address;
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
    where t.table_name in ('waitlist_entries', 'newsletter_subscribers', 'newsletter_requests', 'contact_messages', 'outbox', 'tellings')
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
      and m.purpose <> 'newsletter-issue'
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
      and m.purpose <> 'newsletter-issue'
      and (m.claimed_until is null or m.claimed_until <= now())
      -- What was under way when its telling was paused came back since.
      and (m.purpose <> 'event-news' or m.sealed is not null
        or not exists (select from public.tellings t where t.id = m.occasion and t.paused_at is not null))
    order by m.goes_to_many, m.next_attempt_at, m.id
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

  -- Of news that nobody shall get any more a row stays, so that an admin sees how many; what may have arrived stays uncertain.
  update public.mails m
    set claimed_until = null,
      next_attempt_at = null,
      state = case when m.sealed is null then 'dropped' else 'unknown' end,
      settled_at = case when m.sealed is null then now() end,
      last_error = case
        when m.sealed is not null then coalesce(m.last_error, 'no answer')
        when w.suspected_spam then 'spam'
        when t.kind = 'tickets-open' and w.told_at is not null and public.is_news(t.kind, t.event_id) then 'told-by-hand'
        else 'not-true'
      end
    from public.tellings t, public.waitlist_entries w
    where m.id = any (taken)
      and m.purpose = 'event-news'
      and t.id = m.occasion
      and w.id = m.person
      and public.mail_content(m.purpose, m.person, m.occasion) is null;

  delete from public.mails m
    where m.id = any (taken) and m.state = 'claimed' and public.mail_content(m.purpose, m.person, m.occasion) is null;

  return query
    select m.id, m.purpose, m.idempotency_key, m.attempts, m.sealed, public.mail_content(m.purpose, m.person, m.occasion)
    from public.mails m
    where m.id = any (taken) and m.state = 'claimed'
    order by m.id;
end;
$function$;
