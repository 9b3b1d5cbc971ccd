-- Returns what search engines may list: {events, series, places: [{key, updated_at}], programmes: [{key, talks,
-- speakers}], issues, articles, guides}, at most 1,000 of each, and the 20 latest programs with 500 talks and speakers
-- each.
create function public.sitemap() returns jsonb
language sql
stable
security definer
set search_path = ''
return jsonb_build_object(
  'events', (
    select coalesce(
      jsonb_agg(
        jsonb_build_object('key', e.key, 'updated_at', e.updated_at) order by e.starts_at desc nulls last, e.key
      ),
      '[]'
    )
    from (select * from public.events where is_listed order by starts_at desc limit 1000) e
  ),
  'series', (
    select coalesce(jsonb_agg(jsonb_build_object('key', g.key, 'updated_at', g.updated_at) order by g.key), '[]')
    from (
      select s.key, max(e.updated_at) as updated_at
      from public.series s
      join public.events e on e.series_id = s.id and e.is_listed
      group by s.key
      order by s.key
      limit 1000
    ) g
  ),
  'places', (
    select coalesce(jsonb_agg(jsonb_build_object('key', g.key, 'updated_at', g.updated_at) order by g.key), '[]')
    from (
      select p.key, greatest(p.updated_at, max(e.updated_at)) as updated_at
      from public.places p
      join public.events e on e.place_id = p.id and e.is_listed
      group by p.id
      order by p.key
      limit 1000
    ) g
  ),
  'programmes', (
    select coalesce(
      jsonb_agg(
        jsonb_build_object(
          'key', g.key,
          'talks', (
            select coalesce(
              jsonb_agg(
                jsonb_build_object('number', t.number, 'title', t.title, 'updated_at', t.updated_at) order by t.number
              ),
              '[]'
            )
            from (select * from public.talks where event_id = g.id and is_announced order by number limit 500) t
          ),
          'speakers', (
            select coalesce(
              jsonb_agg(
                jsonb_build_object('number', s.number, 'name', s.name, 'updated_at', s.updated_at) order by s.number
              ),
              '[]'
            )
            from (
              select * from public.speakers where event_id = g.id and private.is_speaking(id) order by number limit 500
            ) s
          )
        )
        order by g.starts_at desc nulls last, g.key
      ),
      '[]'
    )
    from (
      select e.id, e.key, e.starts_at
      from public.events e
      join public.programmes p on p.id = e.id and p.published_at is not null
      where e.is_listed
      order by e.starts_at desc
      limit 20
    ) g
  ),
  'issues', (
    select coalesce(jsonb_agg(jsonb_build_object('slug', i.slug, 'sent_at', i.sent_at) order by i.sent_at desc), '[]')
    from (select * from public.newsletter_issues where sent_at is not null order by sent_at desc limit 1000) i
  ),
  'articles', (
    select coalesce(
      jsonb_agg(
        jsonb_build_object('slug', a.slug, 'date', a.day, 'changed_at', a.changed_at)
        order by a.day desc, a.published_at desc, a.slug
      ),
      '[]'
    )
    from (
      select * from private.published_articles('article') p order by p.day desc, p.published_at desc, p.slug limit 1000
    ) a
  ),
  'guides', (select coalesce(jsonb_agg(g.slug order by g.slug), '[]') from private.published_articles('guide') g)
);

grant execute on function public.sitemap to service_role;
