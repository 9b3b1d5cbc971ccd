-- Logs that an import was applied or undone, and how many rows were made and changed.
create function private.log_import(
  p_import private.imports,
  p_verb text,
  p_rows integer,
  p_changed integer
) returns boolean
language sql
as $$
  insert into public.audit_log (actor, actor_email, verb, table_name, row_id, changes)
    select u.id, u.email, p_verb, 'imports', p_import.id::text,
      jsonb_strip_nulls(
        jsonb_build_object(
          'kind', p_import.kind, 'source', p_import.source, 'rows', p_rows, 'changed', nullif(p_changed, 0)
        )
      )
    from auth.users u where u.id = auth.uid();
  select true;
$$;
