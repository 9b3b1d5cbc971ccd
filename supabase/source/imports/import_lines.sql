-- Returns all lines of a staged file, to be mapped again with other columns; null if there are none.
create function public.import_lines(p_id uuid) returns jsonb
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
  return (
    select jsonb_agg(
      jsonb_build_object('line', r.line, 'cells', r.cells, 'refusal', r.refusal, 'reason', r.reason) order by r.line
    )
    from private.import_rows r
    where r.import_id = p_id and import.applied_at is null
  );
end;
$$;

-- for admins: reads lines of files that admins have staged, not those of people
grant execute on function public.import_lines to authenticated;
