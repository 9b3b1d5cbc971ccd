-- Returns what visitors did in the last p_days days here, or since the first recorded activity: totals for each
-- day; the ten most liked resources (by likes from these days that still exist); attendance of the 20 latest events
-- that ended in this period, took reservations on this site and whose reservations are still kept; and, for the 20
-- latest events (including upcoming ones) that asked whether people are still coming, how many confirmed, gave up their
-- spots or did not respond, and how many came.
create function public.analytics(p_days integer default null) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  today constant date := (now() at time zone public.site_time_zone())::date;
  first_day date;
begin
  perform private.require_admin();
  if p_days not between 1 and 3660 then
    raise exception 'ask for 1 to 3660 days' using errcode = 'invalid_parameter_value';
  end if;

  if p_days is null then
    select least(min(d.day), today) into first_day from private.daily_totals d where d.total > 0;
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
        left join private.daily_totals d on d.day = first_day + n
        group by n
      ) days
    ),
    'top', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object('id', top.id, 'title', top.title, 'likes', top.likes)
          order by top.likes desc, top.title, top.id
        ),
        '[]'
      )
      from (
        select r.id, r.title, counted.likes
        from (
          select c.resource_id, sum(c.likes) as likes
          from private.resource_like_counts c
          where p_days is null and c.likes > 0
          group by c.resource_id
          union all
          select l.resource_id, count(*)
          from public.resource_likes l
          where p_days is not null and l.created_at >= first_day::timestamp at time zone public.site_time_zone()
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
        select e.id, e.title, e.starts_at, e.attendee_limit as spots, counted.*
        from public.events e
        cross join lateral jsonb_to_record(private.attendance(e.id)) as counted (
          expected integer, came integer, walked_in integer
        )
        where e.takes_reservations
          and e.status = 'scheduled'
          and e.over_at <= now()
          and (p_days is null or e.over_at >= first_day::timestamp at time zone public.site_time_zone())
          and exists (
            select from public.reservations r where r.event_id = e.id and r.state = 'placed' and r.attends = 'room'
          )
        order by e.starts_at desc, e.id
        limit 20
      ) held
    ),
    'still_coming', (
      select coalesce(jsonb_agg(to_jsonb(asked) order by asked.starts_at desc, asked.id), '[]')
      from (
        select e.id, e.title, e.starts_at, e.over_at <= now() as is_over, coalesce(g.people, 0) as given_up, answers.*
        from public.events e
        left join private.given_up_spots g on g.event_id = e.id and g.day = private.day_of_event(e)
        cross join lateral (
          select
            coalesce(sum(r.party) filter (where r.coming_at is not null), 0) as coming,
            coalesce(sum(r.arrived) filter (where r.coming_at is not null), 0) as coming_came,
            coalesce(sum(r.party) filter (where r.coming_at is null), 0) as silent,
            coalesce(sum(r.arrived) filter (where r.coming_at is null), 0) as silent_came
          from public.reservations r
          where r.event_id = e.id and r.state = 'placed' and r.asked_for = private.day_of_event(e)
        ) answers
        where e.takes_reservations
          and e.status = 'scheduled'
          and (g.people > 0 or answers.coming + answers.silent > 0)
          and (p_days is null or e.over_at >= first_day::timestamp at time zone public.site_time_zone())
        order by e.starts_at desc, e.id
        limit 20
      ) asked
    )
  );
end;
$$;

-- for admins: reads counts of what visitors did
grant execute on function public.analytics to authenticated;
