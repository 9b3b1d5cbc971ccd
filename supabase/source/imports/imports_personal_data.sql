-- Returns lines of staged files that contain an address.
create function private.imports_personal_data(p_address text) returns jsonb
language sql
stable
as $$
  select jsonb_build_object(
    'imports', (
      select coalesce(
        jsonb_agg(
          jsonb_build_object(
            'source', i.source, 'file', i.choices -> 'file', 'agreed_text', i.agreed_text, 'staged_at', i.created_at,
            'columns', to_jsonb(i.columns), 'line', r.cells, 'changes', r.changes
          )
          order by i.created_at, i.id, r.line
        ),
        '[]'
      )
      from private.import_rows r
      join private.imports i on i.id = r.import_id
      where lower(r.email) = p_address
        or (
          strpos(lower(concat(r.cells, r.changes)), private.trace_of_address(p_address)) > 0
            and concat(r.cells, r.changes) ~* private.pattern_of_address(p_address)
        )
    )
  );
$$;
