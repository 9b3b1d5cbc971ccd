create function public.purge(p_limit integer default 1000) returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
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
  spent integer;
  networks integer;
  departures integer;
  waitlist_address_changes integer;
  address_changes integer;
  invitations integer;
  password_links integer;
  admin_address_changes integer;
  answers integer;
  walk_ins integer;
  door_passes integer;
  refused_sign_ins integer;
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
        (select min(p.over_at) from private.past_editions p where p.event_id = w.event_id and p.over_at > w.created_at),
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
      or s.keep_until <= now() and s.confirmed_at is null
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
    select f.id from private.sign_in_failures f
    where f.at <= now() - interval '24 hours'
    limit p_limit
    for update skip locked
  )
  delete from private.sign_in_failures f using due where f.id = due.id;
  get diagnostics failures = row_count;

  with due as (
    select k.account_key, k.address_key from private.known_addresses k
    where k.last_used_at <= now() - interval '90 days'
    limit p_limit
    for update skip locked
  )
  delete from private.known_addresses k using due where (k.account_key, k.address_key) = (due.account_key, due.address_key);
  get diagnostics addresses = row_count;

  with due as (
    select k.user_id, k.device_key from private.known_devices k
    where k.last_used_at <= now() - interval '90 days'
    limit p_limit
    for update skip locked
  )
  delete from private.known_devices k using due where (k.user_id, k.device_key) = (due.user_id, due.device_key);
  get diagnostics devices = row_count;

  with due as (
    select s.id from private.admin_sessions s
    where s.started_at <= now() - interval '8 hours'
    limit p_limit
    for update skip locked
  )
  delete from private.admin_sessions s using due where s.id = due.id;
  get diagnostics sessions = row_count;

  with due as (
    select t.id from private.factor_tries t
    where t.at <= now() - interval '1 day'
    limit p_limit
    for update skip locked
  )
  delete from private.factor_tries t using due where t.id = due.id;
  get diagnostics tries = row_count;

  with due as (
    select r.email_key from private.newsletter_requests r
    where r.last_asked_at <= now() - interval '24 hours'
    limit p_limit
    for update skip locked
  )
  delete from private.newsletter_requests r using due where r.email_key = due.email_key;
  get diagnostics requests = row_count;

  -- What goes with an entry or a subscriber leaves with it; only notices stand alone.
  with due as (
    select o.id from public.outbox o
    where o.kind = 'notice' and o.created_at <= now() - interval '30 days'
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
    select v.id from private.mail_events v
    where v.created_at <= now() - interval '30 days'
    limit p_limit
    for update skip locked
  )
  delete from private.mail_events v using due where v.id = due.id;
  get diagnostics mail_events = row_count;

  with due as (
    select s.what, s.who, s.key, s.at, s.number from private.spending s
    where s.at <= now() - interval '24 hours'
    limit p_limit
    for update skip locked
  )
  delete from private.spending s using due where (s.what, s.who, s.key, s.at, s.number) = (due.what, due.who, due.key, due.at, due.number);
  get diagnostics spent = row_count;

  with due as (
    select n.reservation_id from private.reservation_networks n
    where n.created_at <= now() - interval '2 days'
    limit p_limit
    for update skip locked
  )
  delete from private.reservation_networks n using due where n.reservation_id = due.reservation_id;
  get diagnostics networks = row_count;

  with due as (
    select d.entry_id from private.waitlist_departures d
    where d.left_at <= now() - interval '24 hours'
    limit p_limit
    for update skip locked
  )
  delete from private.waitlist_departures d using due where d.entry_id = due.entry_id;
  get diagnostics departures = row_count;

  -- The post tries for 3 days to tell the owner of the old address.
  with due as (
    select c.id from private.waitlist_address_changes c
    where coalesce(c.confirmed_at, c.asked_at) <= now() - interval '3 days'
    limit p_limit
    for update skip locked
  )
  delete from private.waitlist_address_changes c using due where c.id = due.id;
  get diagnostics waitlist_address_changes = row_count;

  with due as (
    select c.id from private.newsletter_address_changes c
    where c.requested_at <= now() - interval '7 days'
    limit p_limit
    for update skip locked
  )
  delete from private.newsletter_address_changes c using due where c.id = due.id;
  get diagnostics address_changes = row_count;

  with due as (
    select i.id from private.admin_invitations i
    where i.invited_at <= now() - interval '30 days'
    limit p_limit
    for update skip locked
  )
  delete from private.admin_invitations i using due where i.id = due.id;
  get diagnostics invitations = row_count;

  with due as (
    select l.user_id from private.password_links l
    where l.asked_at <= now() - interval '24 hours'
    limit p_limit
    for update skip locked
  )
  delete from private.password_links l using due where l.user_id = due.user_id;
  get diagnostics password_links = row_count;

  -- A change is confirmed within a day, and the post tries for 3 days to tell the owner of the old address.
  with due as (
    select c.id from private.admin_address_changes c
    where c.asked_at <= now() - interval '4 days'
    limit p_limit
    for update skip locked
  )
  delete from private.admin_address_changes c using due where c.id = due.id;
  get diagnostics admin_address_changes = row_count;

  with due as (
    select r.id
    from public.reservations r
    join public.events e on e.id = r.event_id
    where r.answer is not null
      and coalesce(
        (select min(p.over_at) from private.past_editions p where p.event_id = r.event_id and r.state = 'past'),
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

  perform set_config('audit_log.erasing', 'on', true);
  with due as (
    select g.id from public.audit_log g
    where g.changes ->> 'event' in ('sign-in-refused', 'proof-refused') and g.at <= now() - interval '90 days'
    limit p_limit
    for update skip locked
  )
  delete from public.audit_log g using due where g.id = due.id;
  get diagnostics refused_sign_ins = row_count;
  perform set_config('audit_log.erasing', 'off', true);

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
    'spending', spent,
    'reservation_networks', networks,
    'departures', departures,
    'waitlist_address_changes', waitlist_address_changes,
    'address_changes', address_changes,
    'admin_invitations', invitations,
    'password_links', password_links,
    'admin_address_changes', admin_address_changes,
    'answers', answers,
    'walk_ins', walk_ins,
    'door_passes', door_passes,
    'refused_sign_ins', refused_sign_ins
  );
end;
$$;

comment on function public.purge(integer) is
  'Removes what has been kept long enough, up to p_limit rows of each kind, and answers how many of each: call it again while there are any. Newsletter addresses that were not confirmed in 30 days, and those that left 30 days ago, or could not be given to a provider for 30 days; changes of address after 7 days. Visitors'' keys of likes after 13 months (the like stays counted); waitlist entries 90 days after the edition waited for is over (a postponed one is not), 24 months at most; handled messages after 12 months; spam after 30 days; sign-in failures and what the newsletter provider said after 24 hours; known addresses and browsers 90 days after their last use; sessions after 8 hours, tries of a code after 24 hours; notices, mails and what was told of them after 30 days, but news of an event with its waitlist entry; what was spent of budgets, and who has left a list, after 24 hours; from which network an unconfirmed reservation came after 2 days; changes of an address on a waitlist after 3 days; invitations of admins after 30 days, links to a new password after 24 hours, changes of an admin''s address after 4 days; answers to the question of an event 7 days after it is over, counted walk-ins after 90 days, door passes 30 days after the event; refused sign-ins in the log after 90 days.';

grant execute on function public.purge(integer) to service_role;
