create index resource_likes_by_time on public.resource_likes (created_at, resource_id);
create index waitlist_entries_suspected on public.waitlist_entries (created_at) where suspected_spam;

create function public.analytics(p_days integer default null) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
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
          select c.resource_id, c.likes::bigint from public.resource_like_counts c where p_days is null and c.likes > 0
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
    )
  );
end;
$$;

comment on function public.analytics(integer) is
  'What visitors did in the last p_days days in Honolulu, or since the first thing ever, each day of them, and the ten most liked resources '
  '(by likes of these days that still stand).';

create function public.dashboard() returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
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
      'subscribers', (select count(*) from public.newsletter_subscribers where not suspected_spam),
      'messages', (select count(*) from public.contact_messages where not suspected_spam and status <> 'spam'),
      'likes', (select coalesce(sum(likes), 0) from public.resource_like_counts),
      'admins', (select count(*) from public.admin_users)
    ),
    'attention', jsonb_build_object(
      'new_messages', (select count(*) from public.contact_messages where not suspected_spam and status = 'new'),
      'spam', (select count(*) from public.waitlist_entries where suspected_spam)
        + (select count(*) from public.newsletter_subscribers where suspected_spam)
        + (select count(*) from public.contact_messages where suspected_spam),
      'failing_deliveries', (
        select count(*) from public.outbox where delivered_at is null and (failed_at is not null or attempts >= 3)
      ),
      'past_events', (
        select count(*) from public.events
        where is_published and status = 'scheduled' and tab_order is null and over_at <= now()
      ),
      'drafts', (select count(*) from public.education_resources where deleted_at is null and not is_published)
        + (select count(*) from public.events where not is_published)
    )
  );
end;
$$;

comment on function public.dashboard() is
  'How much of everything there is, and what needs an admin: new messages, suspected spam, deliveries that failed or were tried three times, '
  'published events without a tab whose date has passed, unpublished resources and events.';

revoke all on function public.analytics(integer), public.dashboard() from public, anon, authenticated, service_role;
grant execute on function public.analytics(integer), public.dashboard() to authenticated;
