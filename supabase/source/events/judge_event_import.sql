-- Judges which events of a file exist already, by UID, key, or title and start, and what the line would change of them.
-- Refuses what would be made twice, is older than what is here, or affects people who signed up.
create function private.judge_event_import(p_import uuid) returns void
language plpgsql
as $$
begin
  with given as materialized (
    select r.line, r.checked, r.checked ->> 'uid' as uid, coalesce((r.checked ->> 'is_ours')::boolean, true) as is_ours,
      r.checked ->> 'held' as held, coalesce((r.checked ->> 'sequence')::integer, 0) as sequence,
      public.fold(r.checked ->> 'title') as title,
      coalesce((r.checked ->> 'starts_at')::timestamptz, '-infinity') as starts_at
    from private.import_rows r
    where r.import_id = p_import and r.state = 'new'
  ),
  titled as materialized (
    select distinct on (public.fold(e.title), e.starts_at)
      public.fold(e.title) as title,
      coalesce(e.starts_at, '-infinity') as starts_at,
      e.id
    from public.events e
    order by public.fold(e.title), e.starts_at, e.created_at, e.id
  ),
  named as materialized (
    select g.line, g.checked, g.uid, g.held, imported.sequence > g.sequence as is_older,
      coalesce(own.id, imported.event_id, keyed.id, t.id) as id
    from given g
    left join public.events own on g.is_ours and own.id::text = substring(g.uid from '^([0-9a-f-]{36})@')
    left join private.imported_events imported on imported.uid = g.uid
    left join public.events keyed on g.is_ours and keyed.key = g.uid
    -- Not one that was imported with another UID: two rooms may have the same title and hour.
    left join titled t
      on t.title = g.title and t.starts_at = g.starts_at
        and not exists (select from private.imported_events o where o.event_id = t.id and o.uid <> g.uid)
  ),
  compared as materialized (
    select
      n.line,
      e.id,
      n.held,
      n.is_older,
      case when e.id is not null then private.event_changes(e, n.checked) end as changes,
      row_number() over (partition by coalesce(n.id::text, n.uid, n.line::text) order by n.line) as place,
      e.takes_reservations as gives_spots,
      e.over_at <= now() and e.status <> 'postponed' as is_over
    from named n
    left join public.events e on e.id = n.id
  ),
  judged as (
    select
      c.line,
      c.id,
      c.changes,
      case
        when c.id is not null and c.changes is null then 'there'
        when c.place > 1 then 'twin'
        when c.is_older then 'older'
        when c.gives_spots and c.changes ?| '{dates, ticket_url}' or c.is_over and c.changes ? 'dates' then 'by-hand'
        when c.id is not null then 'changed'
        else coalesce(c.held, 'new')
      end as verdict
    from compared c
  )
  update private.import_rows r
    set state = case when j.verdict in ('there', 'changed') then j.verdict else 'refused' end,
      refusal = case when j.verdict not in ('there', 'changed') then j.verdict::public.import_refusal end,
      row_id = case j.verdict when 'changed' then j.id end,
      changes = case j.verdict when 'changed' then j.changes end
    from judged j
    where r.import_id = p_import and r.line = j.line and j.verdict <> 'new';
end;
$$;
