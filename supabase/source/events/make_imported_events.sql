create function private.make_imported_events(p_import uuid) returns table (line integer, row_id uuid, made_at timestamptz)
language sql
as $$
  with given as materialized (
    select r.line, gen_random_uuid() as id, r.checked ->> 'key' as wanted, regexp_replace(r.checked ->> 'key', '-\d{1,3}$', '') as root, e.*
    from private.import_rows r
    cross join lateral jsonb_to_record(r.checked) as e (
      uid text, title text, starts_at timestamptz, ends_at timestamptz, date_precision text, place text, summary text, about text, ticket_url text
    )
    where r.import_id = p_import and r.state = 'new'
  ),
  numbers as materialized (
    select each.root, max(each.number) as most
    from (
      select regexp_replace(e.key, '-\d{1,3}$', '') as root, coalesce(substring(e.key from '-(\d{1,3})$')::integer, 1) as number
      from public.events e
      union all
      select g.root, coalesce(substring(g.wanted from '-(\d{1,3})$')::integer, 1) from given g
    ) each
    group by each.root
  ),
  made as (
    insert into public.events (id, key, title, starts_at, ends_at, date_precision, place, summary, about, ticket_url)
      select g.id,
        case
          when row_number() over (partition by g.wanted order by g.line) = 1 and taken.key is null then g.wanted
          else g.root || '-' || (n.most + row_number() over (partition by g.root order by g.line))
        end,
        g.title, g.starts_at, g.ends_at, g.date_precision, g.place, g.summary, g.about, g.ticket_url
      from given g
      join numbers n using (root)
      left join public.events taken on taken.key = g.wanted
      returning id, updated_at
  ),
  named as (
    insert into private.imported_events (event_id, uid)
      select g.id, g.uid from given g where g.uid is not null
      on conflict do nothing
  )
  select g.line, m.id, m.updated_at from made m join given g using (id);
$$;

comment on function private.make_imported_events(uuid) is
  'Creates drafts of the new events of a file. A key that is taken, or occurs twice, gets a number higher than that of any key with the same beginning. Stores the UID.';
