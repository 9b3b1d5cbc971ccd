-- Returns what a line of a file would change of a resource, in the form of import_changes; if it changes the tab, also
-- the position in the previous tab.
create function private.resource_changes(p_resource public.education_resources, p_checked jsonb) returns jsonb
language sql
stable
as $$
  select c.changes || case
      when c.changes ? 'tab_key' then jsonb_build_object('display_order', jsonb_build_array(p_resource.display_order))
      else '{}'
    end
  from private.import_changes(
    to_jsonb(p_resource),
    (
      select coalesce(jsonb_object_agg(s.key, s.value), '{}')
      from jsonb_each(p_checked) s
      where p_checked -> 'says' ? s.key
        -- Bookmarks keep no line breaks.
        and regexp_replace(s.value #>> '{}', '\s+', ' ', 'g')
          is distinct from regexp_replace(to_jsonb(p_resource) ->> s.key, '\s+', ' ', 'g')
    ) || coalesce(
      (
        select jsonb_build_object('tab_key', t.tab_key)
        from public.education_tabs t
        where lower(p_checked ->> 'tab') in (t.tab_key, lower(t.label))
        order by t.display_order, t.label, t.id
        limit 1
      ),
      '{}'
    )
  ) as c (changes);
$$;
