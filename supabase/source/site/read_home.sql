-- Returns what Home shows: {events, articles}: the next three published events and the last one with a known day, and
-- the latest article, as in articles_page.
create function public.read_home() returns jsonb
language sql
stable
security definer
set search_path = ''
return (
  with ahead as (
    select e.id
    from public.events e
    where e.is_listed and e.status = 'scheduled' and (e.over_at is null or e.over_at > now())
    order by e.starts_at
    limit 3
  ),
  last as (
    select e.id
    from public.events e
    where e.is_listed and e.status = 'scheduled' and e.over_at <= now() and e.date_precision in ('exact', 'day')
    order by e.starts_at desc
    limit 1
  ),
  told as (
    select
      e.starts_at,
      private.event_for_visitors(e) - array[
        'about', 'answers_until', 'ask_days', 'dated_at', 'is_published', 'news_at', 'series_id', 'place_id',
        'for_people_of'
      ] || jsonb_build_object(
        'event_spots',
        (
          select jsonb_agg(
            jsonb_build_object('attends', p.attends, 'taken', p.taken, 'waiting', p.waiting, 'moved_up', p.moved_up)
            order by p.attends desc
          )
          from public.event_spots p
          where p.event_id = e.id and e.meets in (p.attends, 'both')
        ),
        'people_of',
        (
          select jsonb_build_object('key', m.key, 'title', m.title, 'status', m.status)
          from public.events m
          where m.id = e.for_people_of and m.is_listed
        )
      ) as event
    from public.events e
    where e.id in (select a.id from ahead a union all select l.id from last l)
  )
  select jsonb_build_object(
    'events', (select coalesce(jsonb_agg(t.event order by t.starts_at desc), '[]') from told t),
    'articles', public.articles_page('article', 1, 1)
  )
);

grant execute on function public.read_home to service_role;
