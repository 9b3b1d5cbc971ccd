-- Reservations of a person, and how long what goes with an event's evening is kept.

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
  devices integer;
  sessions integer;
  tries integer;
  requests integer;
  notices integer;
  mails integer;
  mail_events integer;
  mail_limits integer;
  departures integer;
  waitlist_address_changes integer;
  address_changes integer;
  invitations integer;
  password_links integer;
  admin_address_changes integer;
  answers integer;
  walk_ins integer;
  door_passes integer;
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
    select k.user_id, k.device_key from public.known_devices k
    where k.last_used_at <= now() - interval '90 days'
    limit p_limit
    for update skip locked
  )
  delete from public.known_devices k using due where (k.user_id, k.device_key) = (due.user_id, due.device_key);
  get diagnostics devices = row_count;

  with due as (
    select s.id from public.admin_sessions s
    where s.started_at <= now() - interval '8 hours'
    limit p_limit
    for update skip locked
  )
  delete from public.admin_sessions s using due where s.id = due.id;
  get diagnostics sessions = row_count;

  with due as (
    select t.id from public.factor_tries t
    where t.at <= now() - interval '1 day'
    limit p_limit
    for update skip locked
  )
  delete from public.factor_tries t using due where t.id = due.id;
  get diagnostics tries = row_count;

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

  -- The post tries for 3 days to tell the owner of the old address.
  with due as (
    select c.id from public.waitlist_address_changes c
    where coalesce(c.confirmed_at, c.asked_at) <= now() - interval '3 days'
    limit p_limit
    for update skip locked
  )
  delete from public.waitlist_address_changes c using due where c.id = due.id;
  get diagnostics waitlist_address_changes = row_count;

  with due as (
    select c.id from public.newsletter_address_changes c
    where c.requested_at <= now() - interval '7 days'
    limit p_limit
    for update skip locked
  )
  delete from public.newsletter_address_changes c using due where c.id = due.id;
  get diagnostics address_changes = row_count;

  with due as (
    select i.id from public.admin_invitations i
    where i.invited_at <= now() - interval '30 days'
    limit p_limit
    for update skip locked
  )
  delete from public.admin_invitations i using due where i.id = due.id;
  get diagnostics invitations = row_count;

  with due as (
    select l.user_id from public.password_links l
    where l.asked_at <= now() - interval '24 hours'
    limit p_limit
    for update skip locked
  )
  delete from public.password_links l using due where l.user_id = due.user_id;
  get diagnostics password_links = row_count;

  -- A change is confirmed within a day, and the post tries for 3 days to tell the owner of the old address.
  with due as (
    select c.id from public.admin_address_changes c
    where c.asked_at <= now() - interval '4 days'
    limit p_limit
    for update skip locked
  )
  delete from public.admin_address_changes c using due where c.id = due.id;
  get diagnostics admin_address_changes = row_count;

  with due as (
    select r.id
    from public.reservations r
    join public.events e on e.id = r.event_id
    where r.answer is not null
      and coalesce(
        (select min(p.over_at) from public.past_editions p where p.event_id = r.event_id and r.state = 'past'),
        case when e.status <> 'postponed' then e.over_at end
      ) <= now() - interval '7 days'
    limit p_limit
    for update of r skip locked
  )
  update public.reservations r set answer = null from due where r.id = due.id;
  get diagnostics answers = row_count;

  with due as (
    select w.id
    from public.walk_ins w
    where w.created_at <= now() - interval '90 days'
    limit p_limit
    for update skip locked
  )
  delete from public.walk_ins w using due where w.id = due.id;
  get diagnostics walk_ins = row_count;

  with due as (
    select d.id
    from public.door_passes d
    join public.events e on e.id = d.event_id
    where coalesce(case when e.status <> 'postponed' then e.over_at end, d.created_at + interval '24 months') <= now() - interval '30 days'
    limit p_limit
    for update of d skip locked
  )
  delete from public.door_passes d using due where d.id = due.id;
  get diagnostics door_passes = row_count;

  return jsonb_build_object(
    'likes', likes,
    'waitlist_entries', waitlist,
    'newsletter_subscribers', subscribers,
    'contact_messages', messages,
    'sign_in_failures', failures,
    'known_addresses', addresses,
    'known_devices', devices,
    'admin_sessions', sessions,
    'factor_tries', tries,
    'newsletter_requests', requests,
    'notices', notices,
    'mails', mails,
    'mail_events', mail_events,
    'mail_limits', mail_limits,
    'departures', departures,
    'waitlist_address_changes', waitlist_address_changes,
    'address_changes', address_changes,
    'admin_invitations', invitations,
    'password_links', password_links,
    'admin_address_changes', admin_address_changes,
    'answers', answers,
    'walk_ins', walk_ins,
    'door_passes', door_passes
  );
end;
$function$;

comment on function public.purge(integer) is 'Removes what has been kept long enough, up to p_limit rows of each kind, and answers how many of each: call it again while there are any. Newsletter addresses that were not confirmed in 30 days, and those that left 30 days ago; changes of address after 7 days. Visitors'' keys of likes after 13 months (the like stays counted); waitlist entries 90 days after the edition waited for is over (a postponed one is not), 24 months at most; handled messages after 12 months; spam after 30 days; sign-in failures and what the newsletter provider said after 24 hours; known addresses and browsers 90 days after their last use; sessions after 8 hours, tries of a code after 24 hours; notices, mails and what was told of them after 30 days, but news of an event with its waitlist entry; mails counted against the limit, and who has left a list, after 24 hours; changes of an address on a waitlist after 3 days; invitations of admins after 30 days, links to a new password after 24 hours, changes of an admin''s address after 4 days; answers to the question of an event 7 days after it is over, counted walk-ins after 90 days, door passes 30 days after the event.';

revoke all on function public.purge(integer) from public;
grant execute on function public.purge(integer) to service_role;

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
  if not public.is_owner() then
    raise exception 'only owners may see what is held about a person' using errcode = 'insufficient_privilege';
  end if;
  if address !~ '^[^[:space:]@]+@[^[:space:]@]+$' then
    raise exception 'a person is named by an e-mail address' using errcode = 'invalid_parameter_value';
  end if;
  select u.id into account from auth.users u where lower(u.email) = address limit 1;

  for texts in select * from public.free_texts() t where t.table_name not in ('audit_log', 'newsletter_requests', 'mails', 'mail_events', 'waitlist_departures', 'waitlist_address_changes', 'newsletter_address_changes', 'admin_address_changes') order by t.table_name loop
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
          (to_jsonb(w) - array['id', 'event_id', 'search_text', 'link_generation']) || jsonb_build_object(
            'event', e.title,
            'reservation', (select to_jsonb(r) - array['id', 'event_id', 'line', 'offers', 'to_be_told'] from public.reservations r where r.id = w.id),
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
        jsonb_agg((d.entry - array['id', 'event_id', 'search_text', 'link_generation']) || jsonb_build_object('event', e.title, 'left_at', d.left_at, 'reservation', d.reservation - array['id', 'event_id', 'line', 'offers', 'to_be_told'], 'delivered_at', d.delivery ->> 'delivered_at') order by d.left_at),
        '[]'
      )
      from public.waitlist_departures d
      join public.events e on e.id = d.event_id
      where lower(d.entry ->> 'email') = address
    ),
    'waitlist_changes', (
      select coalesce(
        jsonb_agg(jsonb_build_object('event', e.title, 'asked_at', c.asked_at, 'confirmed_at', c.confirmed_at) order by c.asked_at, c.id),
        '[]'
      )
      from public.waitlist_address_changes c
      join public.waitlist_entries w on w.id = c.entry_id
      join public.events e on e.id = w.event_id
      where address in (lower(c.email), lower(c.previous_email), lower(w.email))
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
      select coalesce(jsonb_agg(to_jsonb(s) - array['id', 'search_text', 'link_generation'] order by s.created_at, s.id), '[]')
      from public.newsletter_subscribers s where lower(s.email) = address
    ),
    'newsletter_changes', (
      select coalesce(
        jsonb_agg(jsonb_build_object('email', c.email, 'old_email', c.old_email, 'requested_at', c.requested_at, 'confirmed_at', c.confirmed_at) order by c.requested_at),
        '[]'
      )
      from public.newsletter_address_changes c
      where lower(c.email) = address or lower(c.old_email) = address
    ),
    'messages', (
      select coalesce(
        jsonb_agg(
          (to_jsonb(m) - array['id', 'search_text']) || jsonb_build_object(
            'answers', (
              select coalesce(jsonb_agg(jsonb_build_object('answer', a.answer, 'created_at', a.created_at) order by a.occasion), '[]')
              from public.message_answers a where a.message_id = m.id
            )
          )
          order by m.created_at, m.id
        ),
        '[]'
      )
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
    'invitations', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('role', i.role, 'invited_at', i.invited_at, 'accepted_at', i.accepted_at, 'withdrawn_at', i.withdrawn_at)
          order by i.invited_at, i.id
        ),
        '[]'
      )
      from public.admin_invitations i where lower(i.email) = address
    ),
    'address_changes', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('email', c.email, 'previous_email', c.previous_email, 'asked_at', c.asked_at, 'confirmed_at', c.confirmed_at)
          order by c.asked_at, c.id
        ),
        '[]'
      )
      from public.admin_address_changes c
      where c.user_id = account or address in (lower(c.email), lower(c.previous_email))
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

comment on function public.personal_data(text, text, text, text) is 'What is held about the owner of an address: waitlist entries with their reservations, those left within a day, mails, newsletter, messages with what was answered, account, invitations to become an admin and changes of the address to sign in with, likes, entries of the log that the account made or that name the address, texts elsewhere that name it, and how many rows stand under the keyed digests p_account_key, p_newsletter_key and p_mail_key.';

revoke all on function public.personal_data(text, text, text, text) from public;
grant execute on function public.personal_data(text, text, text, text) to authenticated;
