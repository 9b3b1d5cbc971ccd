create or replace function public.attendance(p_event uuid)
 returns jsonb
 language sql
 stable
 set search_path = ''
return (
  select jsonb_build_object(
    'expected', coalesce(sum(r.party), 0),
    'came', coalesce(sum(r.arrived), 0),
    'left', coalesce(sum(r.party) filter (where r.checked_in_at is null), 0),
    -- An event that got its next date keeps the count of the last one.
    'walked_in', (
      select coalesce(sum(w.people), 0)
      from public.walk_ins w
      join public.events e on e.id = w.event_id
      where w.event_id = p_event and w.created_at >= e.starts_at - interval '2 hours'
    )
  )
  from public.reservations r
  where r.event_id = p_event and r.state = 'placed'
);

comment on function public.attendance(uuid) is 'People of the present edition of an event: expected (with a place), came of those, left (their party has not been checked in) and walked_in since the door opened.';

revoke all on function public.attendance(uuid) from public;

create or replace function public.analytics(p_days integer default null::integer)
 returns jsonb
 language plpgsql
 stable security definer
 set search_path to ''
as $function$
declare
  today constant date := (now() at time zone 'Pacific/Honolulu')::date;
  first_day date;
begin
  if not public.is_admin() then
    raise exception 'only admins may read the totals' using errcode = 'insufficient_privilege';
  end if;
  if p_days not between 1 and 3660 then
    raise exception 'ask for 1 to 3660 days' using errcode = 'invalid_parameter_value';
  end if;

  if p_days is null then
    select least(min(d.day), today) into first_day from public.daily_totals d where d.total > 0;
  else
    first_day := today - p_days + 1;
  end if;

  return jsonb_build_object(
    'since', first_day,
    'until', today,
    'days', (
      select jsonb_agg(
        jsonb_build_object(
          'day', days.day,
          'likes', days.likes,
          'waitlist', days.waitlist,
          'subscriptions', days.subscriptions,
          'messages', days.messages
        )
        order by days.day
      )
      from (
        select
          first_day + n as day,
          coalesce(sum(d.total) filter (where d.kind = 'like'), 0) as likes,
          coalesce(sum(d.total) filter (where d.kind = 'waitlist'), 0) as waitlist,
          coalesce(sum(d.total) filter (where d.kind = 'subscription'), 0) as subscriptions,
          coalesce(sum(d.total) filter (where d.kind = 'message'), 0) as messages
        from generate_series(0, today - first_day) n
        left join public.daily_totals d on d.day = first_day + n
        group by n
      ) days
    ),
    'top', (
      select coalesce(
        jsonb_agg(jsonb_build_object('id', top.id, 'title', top.title, 'likes', top.likes) order by top.likes desc, top.title, top.id),
        '[]'
      )
      from (
        select r.id, r.title, counted.likes
        from (
          select c.resource_id, sum(c.likes) as likes
          from public.resource_like_counts c
          where p_days is null and c.likes > 0
          group by c.resource_id
          union all
          select l.resource_id, count(*)
          from public.resource_likes l
          where p_days is not null and l.created_at >= first_day::timestamp at time zone 'Pacific/Honolulu'
          group by l.resource_id
        ) counted
        join public.education_resources r on r.id = counted.resource_id
        where r.deleted_at is null
        order by counted.likes desc, r.title, r.id
        limit 10
      ) top
    ),
    'attendance', (
      select coalesce(jsonb_agg(to_jsonb(held) order by held.starts_at desc, held.id), '[]')
      from (
        select e.id, e.title, e.starts_at, e.attendee_limit as places, counted.*
        from public.events e
        cross join lateral jsonb_to_record(public.attendance(e.id)) as counted (expected integer, came integer, walked_in integer)
        where e.takes_reservations
          and e.status = 'scheduled'
          and e.over_at <= now()
          and (p_days is null or e.over_at >= first_day::timestamp at time zone 'Pacific/Honolulu')
          and exists (select from public.reservations r where r.event_id = e.id and r.state = 'placed')
        order by e.starts_at desc, e.id
        limit 20
      ) held
    )
  );
end;
$function$;

comment on function public.analytics(integer) is 'What visitors did in the last p_days days in Honolulu, or since the first thing ever, each day of them, the ten most liked resources (by likes of these days that still stand), and who came to the 20 latest events that ended in them, gave their places here and whose reservations are still kept.';

revoke all on function public.analytics(integer) from public;
grant execute on function public.analytics(integer) to authenticated;

create or replace function public.dashboard()
 returns jsonb
 language plpgsql
 stable security definer
 set search_path to ''
as $function$
declare
  sees_all constant boolean := public.is_owner();
begin
  if not public.is_admin() then
    raise exception 'only admins may see the dashboard' using errcode = 'insufficient_privilege';
  end if;
  return jsonb_build_object(
    'counts', jsonb_build_object(
      'tabs', (select count(*) from public.education_tabs),
      'resources', (select count(*) from public.education_resources where deleted_at is null),
      'events', (select count(*) from public.events),
      'waitlist', (select count(*) from public.waitlist_entries where not suspected_spam),
      'subscribers', (select count(*) from public.newsletter_subscribers where not suspected_spam and left_at is null),
      'confirmed_subscribers', (
        select count(*) from public.newsletter_subscribers where not suspected_spam and left_at is null and confirmed_at is not null
      ),
      'messages', (select count(*) from public.contact_messages where not suspected_spam and status <> 'spam'),
      'likes', (select coalesce(sum(likes), 0) from public.resource_like_counts),
      'admins', (select count(*) from public.admin_users)
    ),
    'attention', (
      select jsonb_build_object(
        'failing_deliveries', count(*) filter (where kind = 'waitlist'),
        'failing_notices', count(*) filter (where kind = 'notice')
      )
      from public.outbox
      where delivered_at is null and (failed_at is not null or attempts >= 3)
    ) || jsonb_build_object(
      'new_messages', (select count(*) from public.contact_messages where not suspected_spam and status = 'new'),
      'spam_entries', (select count(*) from public.waitlist_entries where suspected_spam),
      'spam_subscribers', (select count(*) from public.newsletter_subscribers where suspected_spam),
      'spam_messages', (select count(*) from public.contact_messages where suspected_spam),
      'draft_resources', (select count(*) from public.education_resources where deleted_at is null and not is_published),
      'draft_events', (select count(*) from public.events where not is_published),
      'uncertain_mails', (select count(*) from public.mails m where m.state = 'unknown' and m.next_attempt_at is null and m.batch_id is null and (sees_all or public.is_editors_mail(m.purpose))),
      'refused_mails', (
        select count(*) from public.mails m
        where m.state = 'refused' and m.last_error is distinct from 'suppressed' and m.settled_at > now() - interval '7 days'
          and (sees_all or public.is_editors_mail(m.purpose))
      )
    ),
    'offers', (
      select coalesce(jsonb_agg(to_jsonb(troubled) order by troubled.title, troubled.id), '[]')
      from (
        select e.id, e.title, count(*) as count
        from public.troubled_offers() t
        join public.events e on e.id = t.event_id
        group by e.id
      ) troubled
    ),
    'own', jsonb_build_object(
      'events', exists (
        select from public.audit_log g
        where g.table_name = 'events'
          and g.actor is not null
          and (g.verb = 'insert'
            or g.verb = 'update' and g.changes - array['status', 'is_published', 'tab_order', 'tab_label', 'waitlist_closed', 'sequence', 'dated_at'] <> '{}')
      ),
      'resources', exists (
        select from public.audit_log g
        where g.table_name = 'education_resources'
          and g.actor is not null
          and (g.verb = 'insert' or g.verb = 'update' and g.changes - array['is_published', 'deleted_at', 'tab_key', 'display_order'] <> '{}')
      )
    )
  );
end;
$function$;

comment on function public.dashboard() is 'How much of everything there is, and what needs an admin: new messages, suspected spam, deliveries and notices that failed or were tried three times, unpublished resources and events, mails of which nobody knows whether they arrived, and mails refused within 7 days other than to addresses that want none; of which events offers are in trouble; and whether an admin has ever added an event or a resource, or changed what one says.';

revoke all on function public.dashboard() from public;
grant execute on function public.dashboard() to authenticated;
