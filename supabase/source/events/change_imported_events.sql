-- Changes events as change_by_import does; when a date is restored, also restores the fields that describe how it was
-- announced.
create function private.change_imported_events(p_import uuid, p_is_undo boolean) returns table (
  line integer, row_id uuid, made_at timestamptz
)
language sql
as $$
  with given as materialized (
    select r.line, r.row_id, r.made_at, side.fields, private.side_of_changes(r.changes, 0) as before,
      -- If no campaign has notified people of the imported date, the earlier news of the date is restored; otherwise
      -- they have to be notified of the restored one.
      p_is_undo
        and r.changes ? 'dates'
        and not exists (
          select from public.campaigns c where c.event_id = r.row_id and c.started_at > i.applied_at
        ) as is_untold
    from private.import_rows r
    join private.imports i on i.id = r.import_id
    cross join lateral private.side_of_changes(r.changes, case when p_is_undo then 0 else 1 end) as side (fields)
    where r.import_id = p_import and r.state = 'changed' and (r.made_at is not null) = p_is_undo
  ),
  changed as (
    update public.events e
      set title = coalesce(g.fields ->> 'title', e.title),
        starts_at = case
          when g.fields ? 'dates' then (g.fields #>> '{dates,starts_at}')::timestamptz
          else e.starts_at
        end,
        ends_at = case when g.fields ? 'dates' then (g.fields #>> '{dates,ends_at}')::timestamptz else e.ends_at end,
        previous_starts_at = case
          when g.is_untold then (g.fields #>> '{dates,previous_starts_at}')::timestamptz
          else e.previous_starts_at
        end,
        news_at = case when g.is_untold then (g.fields #>> '{dates,news_at}')::timestamptz else e.news_at end,
        date_precision = coalesce(g.fields #>> '{dates,date_precision}', e.date_precision),
        place = coalesce(g.fields ->> 'place', e.place),
        place_id = case when g.fields ? 'place' then private.place_of_words(g.fields ->> 'place') else e.place_id end,
        summary = coalesce(g.fields ->> 'summary', e.summary),
        about = coalesce(g.fields ->> 'about', e.about),
        ticket_url = case when g.fields ? 'ticket_url' then g.fields ->> 'ticket_url' else e.ticket_url end,
        status = coalesce(g.fields ->> 'status', e.status),
        time_note = case when g.fields ? 'time_note' then g.fields ->> 'time_note' else e.time_note end,
        recap = case when g.fields ? 'recap' then g.fields ->> 'recap' else e.recap end,
        recap_url = case when g.fields ? 'recap_url' then g.fields ->> 'recap_url' else e.recap_url end
      from given g
      where e.id = g.row_id
        and case
          when p_is_undo then e.updated_at = g.made_at
          -- The same rule as in judge_event_import, for events that began to take reservations after the preview.
          else not (e.takes_reservations and g.fields ?| '{dates, ticket_url}')
            and private.import_changes(private.event_as_imported(e), g.before) is null
        end
      returning g.line, e.id, e.updated_at
  ),
  noted as (
    update private.imported_events i
      set sequence = greatest(i.sequence, (r.checked ->> 'sequence')::integer)
      from changed c
      join private.import_rows r on r.import_id = p_import and r.line = c.line
      where not p_is_undo and i.event_id = c.id
  )
  select c.line, c.id, c.updated_at from changed c;
$$;
