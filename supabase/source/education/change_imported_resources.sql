-- Changes resources as change_by_import does. A resource that moves to another tab is placed last there, and returns to
-- its old position when that is undone; a tab that no longer exists is ignored.
create function private.change_imported_resources(p_import uuid, p_is_undo boolean) returns table (
  line integer, row_id uuid, made_at timestamptz
)
language sql
as $$
  with given as materialized (
    select
      r.line,
      r.row_id,
      r.made_at,
      side.fields,
      private.side_of_changes(r.changes, 0) - 'display_order' as before,
      tab.tab_key,
      row_number() over (partition by tab.tab_key order by r.line)
        + coalesce(
          (select max(o.display_order) from public.education_resources o where o.tab_key = tab.tab_key), 0
        ) as behind
    from private.import_rows r
    cross join lateral private.side_of_changes(r.changes, case when p_is_undo then 0 else 1 end) as side (fields)
    left join public.education_tabs tab on tab.tab_key = side.fields ->> 'tab_key'
    where r.import_id = p_import and r.state = 'changed' and (r.made_at is not null) = p_is_undo
  )
  update public.education_resources e
    set title = coalesce(g.fields ->> 'title', e.title),
      description = coalesce(g.fields ->> 'description', e.description),
      icon_name = coalesce(g.fields ->> 'icon_name', e.icon_name),
      tags = case
        when g.fields ? 'tags' then array(select jsonb_array_elements_text(g.fields -> 'tags'))
        else e.tags
      end,
      tab_key = coalesce(g.tab_key, e.tab_key),
      display_order = case
        when g.tab_key is null then e.display_order
        else coalesce((g.fields ->> 'display_order')::integer, g.behind)
      end
    from given g
    where e.id = g.row_id
      and case
        when p_is_undo then e.updated_at = g.made_at
        else e.deleted_at is null and private.import_changes(to_jsonb(e), g.before) is null
      end
    returning g.line, e.id, e.updated_at;
$$;
