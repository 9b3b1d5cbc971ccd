-- Creates what every new line of a staged file is to become, and with p_changes applies the changed lines to existing
-- rows that are still as the preview showed them, in one transaction. Nobody gets an email. Returns applied,
-- already-applied, nothing (no line had any effect; the import remains staged) or gone.
create function public.apply_import(p_id uuid, p_changes boolean default false) returns public.apply_import_outcome
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
  made integer;
  changed integer;
begin
  select i.* into import from private.imports i where i.id = p_id for update;
  perform private.require_import(import.kind);
  if import.id is null then
    return 'gone';
  end if;
  if import.applied_at is not null then
    return 'already-applied';
  end if;
  if p_changes then
    update private.import_rows r
      set made_at = c.made_at
      from private.change_by_import(import, false) c
      where r.import_id = p_id and r.line = c.line;
    -- Lines whose target no longer is as the preview showed it are judged again.
    update private.import_rows r
      set state = 'new', row_id = null, changes = null
      where r.import_id = p_id and r.state = 'changed' and r.made_at is null;
  end if;
  perform private.judge_import(import);
  if not exists (
    select from private.import_rows r
    where r.import_id = p_id
      and (r.state = 'new' or r.made_at is not null or (r.refusal = 'departed' and r.row_id is not null))
  ) then
    return 'nothing';
  end if;
  update private.import_rows r
    set row_id = case when r.made_at is null then m.row_id else r.row_id end,
      made_at = coalesce(m.made_at, r.made_at),
      changes = case when r.made_at is not null then r.changes end,
      -- If no row was made, someone subscribed at the same moment.
      state = case
        when r.state in ('new', 'changed') and coalesce(m.made_at, r.made_at) is null then 'there'
        else r.state
      end,
      cells = null, email = null, address_key = null, checked = null
    from private.import_rows l
    left join private.make_import(import) m on m.line = l.line
    where r.import_id = p_id and l.import_id = p_id and l.line = r.line;
  select count(*) filter (where r.state = 'new'), count(*) filter (where r.state = 'changed')
    into made, changed
    from private.import_rows r
    where r.import_id = p_id and r.made_at is not null;
  update private.imports i
    set applied_at = now(), departures = jsonb_set(i.departures, '{words}', '{}'),
      choices = jsonb_strip_nulls(jsonb_build_object('guests', i.choices -> 'guests', 'file', i.choices -> 'file'))
    where i.id = p_id;
  perform private.log_import(import, 'insert', made, changed);
  return 'applied';
end;
$$;

-- for admins: writes drafts, and existing resources and events, not people
grant execute on function public.apply_import to authenticated;
