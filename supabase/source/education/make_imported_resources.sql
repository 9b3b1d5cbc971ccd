-- Creates drafts of the new resources of a file, at the end of their tab: the one that the line names by its key or
-- label, or brings, which visitors do not see until it is shown; otherwise the tab resources, otherwise the first.
create function private.make_imported_resources(p_import uuid) returns table (
  line integer, row_id uuid, made_at timestamptz
)
language plpgsql
as $$
begin
  insert into public.education_tabs (tab_key, label, is_active, display_order)
    select n.key, n.label, false,
      row_number() over (order by n.line) + coalesce((select max(t.display_order) from public.education_tabs t), 0)
    from (
      select distinct on (r.checked #>> '{new_tab,key}')
        r.checked #>> '{new_tab,key}' as key, r.checked #>> '{new_tab,label}' as label, r.line
      from private.import_rows r
      where r.import_id = p_import and r.state = 'new' and r.checked ->> 'new_tab' is not null
        and not exists (
          select from public.education_tabs t where lower(r.checked ->> 'tab') in (t.tab_key, lower(t.label))
        )
      order by 1, r.line
    ) n
    on conflict do nothing;
  return query with given as materialized (
    select r.line, gen_random_uuid() as id, r.checked, tab.tab_key,
      row_number() over (partition by tab.tab_key order by r.line) as place
    from private.import_rows r
    cross join lateral (
      select t.tab_key
      from public.education_tabs t
      order by
        (lower(r.checked ->> 'tab') in (t.tab_key, lower(t.label))) is true desc,
        (t.tab_key = r.checked #>> '{new_tab,key}') is true desc,
        t.tab_key = 'resources' desc,
        t.display_order,
        t.label,
        t.id
      limit 1
    ) tab
    where r.import_id = p_import and r.state = 'new'
  ),
  made as (
    insert into public.education_resources (id, tab_key, title, description, url, icon_name, tags, display_order)
      select
        g.id, g.tab_key, g.checked ->> 'title', g.checked ->> 'description', g.checked ->> 'url',
        g.checked ->> 'icon_name',
        array(select jsonb_array_elements_text(g.checked -> 'tags')),
        g.place + coalesce(
          (select max(e.display_order) from public.education_resources e where e.tab_key = g.tab_key), 0
        )
      from given g
      order by g.line
      returning id, updated_at
  )
  select g.line, m.id, m.updated_at from made m join given g using (id);
end;
$$;
