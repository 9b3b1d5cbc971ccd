-- Creates drafts of the new events of a file. A key that is taken, or occurs twice, gets a number higher than that of
-- any key with the same beginning. Stores the UID, and the join link where no visitor sees it. Makes the series of
-- which a line is an edition, which copies further ones from the first.
create function private.make_imported_events(p_import uuid) returns table (
  line integer, row_id uuid, made_at timestamptz
)
language plpgsql
as $$
begin
  insert into public.series (key, name, frequency, weekday, every_weeks, week_of_month, first_day, last_day, left_out)
    select free.key, n.name, n.frequency, n.weekday, n.every_weeks, n.week_of_month, n.first_day, n.last_day,
      array(
        select distinct d.day
        from (
          select unnest(n.left_out) as day
          union all
          select (r.checked ->> 'series_day')::date
          from private.import_rows r
          where r.import_id = p_import
            and r.refusal in ('canceled', 'private')
            and r.checked #>> '{series,name}' = n.name
        ) d
        order by d.day
        limit 100
      )
    from (
      select distinct on (s.name) s.*, r.checked ->> 'series_key' as wanted
      from private.import_rows r
      cross join lateral jsonb_to_record(r.checked -> 'series') as s (
        name text, frequency text, weekday smallint, every_weeks smallint, week_of_month smallint, first_day date,
        last_day date, left_out date[]
      )
      where r.import_id = p_import and r.state = 'new' and r.checked ->> 'series' is not null
      order by s.name, r.line
    ) n
    cross join lateral (
      select each.key
      from generate_series(1, 1000) number
      cross join lateral (
        select rtrim(left(n.wanted, 56), '-') || case when number > 1 then '-' || number else '' end as key
      ) each
      where not exists (select from public.series o where o.key = each.key)
      order by number
      limit 1
    ) free
    on conflict do nothing;
  return query with given as materialized (
    select r.line, gen_random_uuid() as id, r.checked ->> 'key' as wanted,
      regexp_replace(r.checked ->> 'key', '(?<!-\d{4}-\d{2})-\d{1,3}$', '') as root, s.id as series_id, e.*
    from private.import_rows r
    cross join lateral jsonb_to_record(r.checked) as e (
      uid text, title text, starts_at timestamptz, ends_at timestamptz, date_precision text, place text, summary text,
      about text, ticket_url text, status text, time_note text, meets text, attendee_limit integer, recap text,
      recap_url text, co_hosts jsonb, join_link text, sequence integer, series_day date
    )
    left join public.series s on public.fold(s.name) = public.fold(r.checked #>> '{series,name}')
    where r.import_id = p_import and r.state = 'new'
  ),
  numbers as materialized (
    select each.root, max(each.number) as most
    from (
      select regexp_replace(e.key, '(?<!-\d{4}-\d{2})-\d{1,3}$', '') as root,
        coalesce(substring(e.key from '(?<!-\d{4}-\d{2})-(\d{1,3})$')::integer, 1) as number
      from public.events e
      union all
      select g.root, coalesce(substring(g.wanted from '(?<!-\d{4}-\d{2})-(\d{1,3})$')::integer, 1) from given g
    ) each
    group by each.root
  ),
  made as (
    insert into public.events (
      id, key, title, starts_at, ends_at, date_precision, place, place_id, summary, about, ticket_url, status,
      time_note, meets, attendee_limit, recap, recap_url, co_hosts, series_id
    )
      select g.id,
        case
          when row_number() over (partition by g.wanted order by g.line) = 1 and taken.key is null then g.wanted
          else g.root || '-' || (n.most + row_number() over (partition by g.root order by g.line))
        end,
        g.title, g.starts_at, g.ends_at, g.date_precision, g.place, private.place_of_words(g.place), g.summary, g.about,
        g.ticket_url,
        coalesce(g.status, 'scheduled'), g.time_note, coalesce(g.meets, 'room'), g.attendee_limit, g.recap, g.recap_url,
        coalesce(g.co_hosts, '[]'), g.series_id
      from given g
      join numbers n using (root)
      left join public.events taken on taken.key = g.wanted
      returning id, updated_at
  ),
  named as (
    insert into private.imported_events (event_id, uid, sequence)
      select g.id, g.uid, coalesce(g.sequence, 0) from given g where g.uid is not null
      on conflict do nothing
  ),
  joined as (
    insert into private.join_links (event_id, url)
      select g.id, g.join_link from given g where g.join_link is not null
  ),
  dated as (
    insert into private.occurrences (series_id, day, event_id)
      select g.series_id, g.series_day, g.id from given g where g.series_id is not null and g.series_day is not null
      on conflict do nothing
  )
  select g.line, m.id, m.updated_at from made m join given g using (id);
  update public.series s
    set template_id = (
      select o.event_id
      from private.occurrences o
      join public.events e on e.id = o.event_id
      where o.series_id = s.id
      order by (e.starts_at at time zone public.site_time_zone())::date = o.day desc, e.status = 'scheduled' desc, o.day
      limit 1
    )
    where s.created_at = now() and s.template_id is null and exists (
      select from private.import_rows r where r.import_id = p_import and r.checked #>> '{series,name}' = s.name
    );
end;
$$;
