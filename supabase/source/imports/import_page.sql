-- Returns an import with a page of 50 of its lines, of one state (new, there, changed, refused) or all, and the number
-- of lines in each; made counts the rows it has created, and rewritten those it has changed, without those undone;
-- departed, people here who left according to the file; is_public says that a line would change what visitors see;
-- stayed, the first 50 events that an undone import has left, with what they have (built_on_event). Null if there is no
-- such import.
create function public.import_page(p_id uuid, p_state text default '', p_page integer default 1) returns jsonb
language plpgsql
stable
security definer
set search_path = ''
as $$
declare
  import private.imports;
begin
  select i.* into import from private.imports i where i.id = p_id;
  perform private.require_import(import.kind);
  if import.id is null then
    return null;
  end if;
  return to_jsonb(import) || jsonb_build_object(
    'can_undo_until', import.applied_at + private.import_undo_period(),
    'counts', (
      select jsonb_build_object(
        'new', count(*) filter (where r.state = 'new'),
        'there', count(*) filter (where r.state = 'there'),
        'changed', count(*) filter (where r.state = 'changed'),
        'refused', count(*) filter (where r.state = 'refused'),
        'made', count(*) filter (where r.state = 'new' and r.made_at is not null),
        'rewritten', count(*) filter (where r.state = 'changed' and r.made_at is not null),
        'departed', count(*) filter (where r.refusal = 'departed' and r.row_id is not null)
      )
      from private.import_rows r
      where r.import_id = p_id
    ),
    'samples', case when import.choices ? 'encoding' then (
      select jsonb_agg(s.value order by s.line)
      from (
        select distinct on (c.value) c.value, r.line
        from private.import_rows r
        cross join lateral jsonb_array_elements_text(r.cells) as c (value)
        where r.import_id = p_id and c.value ~ '[^\x01-\x7f]'
        order by c.value, r.line
        limit 2
      ) s
    ) end,
    'stayed', case when import.undone_at is not null and import.kind = 'events' then (
      select coalesce(jsonb_agg(
        jsonb_build_object('id', e.id, 'title', e.title, 'why', private.built_on_event(e.id)) order by s.line
      ), '[]')
      from (
        select r.row_id, r.line
        from private.import_rows r
        where r.import_id = p_id and r.state = 'new' and r.made_at is not null
        order by r.line
        limit 50
      ) s
      join public.events e on e.id = s.row_id
    ) end,
    'rows', (
      select coalesce(jsonb_agg(
        jsonb_build_object('line', r.line, 'cells', r.cells, 'state', r.state, 'refusal', r.refusal, 'reason', r.reason,
          'changes', r.changes, 'notes', r.checked -> 'notes', 'is_made', r.made_at is not null,
          'is_public', r.state = 'changed' and (
            exists (select from public.events e where e.id = r.row_id and e.is_published)
            or exists (
              select from public.education_resources e where e.id = r.row_id and e.is_published and e.deleted_at is null
            )
          ))
        order by r.line
      ), '[]')
      from (
        select r.*
        from private.import_rows r
        where r.import_id = p_id and (p_state = '' or r.state = p_state)
        order by r.line
        limit 50
        offset 50 * (least(greatest(coalesce(p_page, 1), 1), 100) - 1)
      ) r
    )
  );
end;
$$;

-- for admins: reads files that admins have staged, not those of people
grant execute on function public.import_page to authenticated;
