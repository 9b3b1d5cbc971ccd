-- Creates drafts of the new events of a file. A key that is taken, or occurs twice, gets a number higher than that of
-- any key with the same beginning. Stores the UID, and the join link where no visitor sees it.
create function private.make_imported_events(p_import uuid) returns table (line integer, row_id uuid, made_at timestamptz)
language sql
as $$
  with given as materialized (
    select r.line, gen_random_uuid() as id, r.checked ->> 'key' as wanted, 
      regexp_replace(r.checked ->> 'key', '(?<!-\d{4}-\d{2})-\d{1,3}$', '') as root, e.*
    from private.import_rows r
    cross join lateral jsonb_to_record(r.checked) as e (
      uid text, title text, starts_at timestamptz, ends_at timestamptz, date_precision text, place text, summary text, about text,
      ticket_url text, status text, time_note text, meets text, attendee_limit integer, recap text, recap_url text, co_hosts jsonb,
      join_link text, sequence integer
    )
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
      id, key, title, starts_at, ends_at, date_precision, place, place_id, summary, about, ticket_url, status, time_note, meets,
      attendee_limit, recap, recap_url, co_hosts
    )
      select g.id,
        case
          when row_number() over (partition by g.wanted order by g.line) = 1 and taken.key is null then g.wanted
          else g.root || '-' || (n.most + row_number() over (partition by g.root order by g.line))
        end,
        g.title, g.starts_at, g.ends_at, g.date_precision, g.place, private.place_of_words(g.place), g.summary, g.about, g.ticket_url,
        coalesce(g.status, 'scheduled'), g.time_note, coalesce(g.meets, 'room'), g.attendee_limit, g.recap, g.recap_url,
        coalesce(g.co_hosts, '[]')
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
  )
  select g.line, m.id, m.updated_at from made m join given g using (id);
$$;
