-- Returns what a line of a file would change of an event, in the form of import_changes, with the date as one field; if
-- the line has no end and the same start, the end is not compared.
create function private.event_changes(p_event public.events, p_checked jsonb) returns jsonb
language sql
stable
as $$
  select private.import_changes(
    there.fields,
    (
      select coalesce(jsonb_object_agg(s.key, s.value), '{}')
      from jsonb_each(p_checked) s
      where p_checked -> 'says' ? s.key
        -- Ignores values that our own calendars wrote in a different form, when an event from them is imported again.
        and not (
          p_checked ->> 'uid' like p_event.id || '@%'
          and coalesce(
            case s.key
              when 'about'
                then regexp_replace(s.value #>> '{}', '\s+https?://[^/]+/(events/)?' || p_event.address || '$', '')
                in (p_event.summary, concat_ws(E'\n\n', p_event.summary, nullif(p_event.about, '')))
              when 'place'
                then s.value #>> '{}' = case p_event.meets
                  when 'online' then 'Online: ' || p_event.place
                  when 'both' then p_event.place || ', and online'
                end
              when 'ticket_url' then s.value #>> '{}' ~ ('^https?://[^/]+/(events/)?' || p_event.address || '$')
            end,
            false
          )
        )
    ) || case
      when p_checked -> 'says' ? 'dates'
        and (
          line.starts_at is distinct from p_event.starts_at
          or (line.ends_at is not null and line.ends_at is distinct from p_event.ends_at)
        )
        then jsonb_build_object(
          'dates',
          there.fields -> 'dates'
            || jsonb_build_object(
              'starts_at', line.starts_at, 'ends_at', line.ends_at, 'date_precision', line.date_precision
            )
        )
      else '{}'
    end
  )
  from private.event_as_imported(p_event) as there (fields)
  cross join jsonb_to_record(p_checked) as line (starts_at timestamptz, ends_at timestamptz, date_precision text);
$$;
