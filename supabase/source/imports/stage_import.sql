-- Stores the lines of a file ([{line, cells, checked, email, address_key} or {line, cells, refusal, reason}]) for
-- review, replacing earlier lines of this import; changes nothing else. Returns staged, or already-applied if it is too
-- late.
create function public.stage_import(
  p_id uuid,
  p_kind text,
  p_source text,
  p_agreed_text text,
  p_columns text[],
  p_mapping jsonb,
  p_rows jsonb,
  p_departures jsonb default '{"columns": {}, "words": {}}',
  p_choices jsonb default '{}',
  p_event uuid default null
) returns public.stage_import_outcome
language plpgsql
security definer
set search_path = ''
-- Rows that have just been written have no statistics; a nested loop over 5,000 by 5,000 would take seconds.
set enable_nestloop = off
-- Without nested loops everything is taken for costly, and would be compiled, for a second each.
set jit = off
as $$
declare
  import private.imports;
begin
  perform private.require_import(p_kind);
  if jsonb_typeof(p_rows) is distinct from 'array' or jsonb_array_length(p_rows) > 5000 then
    raise exception 'stage at most 5000 lines' using errcode = 'invalid_parameter_value';
  end if;
  insert into private.imports as i (id, kind, source, agreed_text, columns, mapping, departures, choices, event_id)
    values (p_id, p_kind, p_source, p_agreed_text, p_columns, p_mapping, p_departures, p_choices, p_event)
    on conflict (id) do update
    set
      source = excluded.source, agreed_text = excluded.agreed_text, columns = excluded.columns,
      mapping = excluded.mapping, departures = excluded.departures, choices = excluded.choices
    where i.applied_at is null and i.kind = excluded.kind and i.event_id is not distinct from excluded.event_id
    returning i.* into import;
  if not found then
    return 'already-applied';
  end if;
  delete from private.import_rows r where r.import_id = p_id;
  insert into private.import_rows (import_id, line, cells, email, address_key, checked, state, refusal, reason)
    select
      p_id,
      r.line,
      r.cells,
      r.email,
      r.address_key,
      r.checked,
      case when r.refusal is null then 'new' else 'refused' end,
      r.refusal,
      r.reason
    from jsonb_to_recordset(p_rows) as r (
      line integer, cells jsonb, email text, address_key text, checked jsonb, refusal public.import_refusal, reason text
    );
  perform private.judge_import(import);
  return 'staged';
end;
$$;

-- for admins: writes lines of a file that nobody else sees
grant execute on function public.stage_import to authenticated;
