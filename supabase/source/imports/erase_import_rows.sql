-- Erases lines of imported files that contain an address or change a text that does.
create function private.erase_import_rows(p_address text) returns jsonb
language plpgsql
as $$
declare
  removed integer;
begin
  delete from private.import_rows r
    where lower(r.email) = p_address
      or (
        strpos(lower(concat(r.cells, r.changes)), private.trace_of_address(p_address)) > 0
          and concat(r.cells, r.changes) ~* private.pattern_of_address(p_address)
      );
  get diagnostics removed = row_count;
  return jsonb_build_object('import_rows', removed);
end;
$$;
