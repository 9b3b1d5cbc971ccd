-- Undoes an import of the last hour: deletes what it has made and restores what it has changed, except rows that
-- someone has touched since. Returns undone, already-undone, too-late or gone.
create function public.undo_import(p_id uuid) returns public.undo_import_outcome
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
  kept integer;
  left_changed integer;
begin
  select i.* into import from private.imports i where i.id = p_id for update;
  perform private.require_import(import.kind);
  if import.id is null then
    return 'gone';
  end if;
  if import.undone_at is not null then
    return 'already-undone';
  end if;
  if import.applied_at is null or import.applied_at <= now() - private.import_undo_period() then
    return 'too-late';
  end if;
  select count(*) filter (where r.state = 'new'), count(*) filter (where r.state = 'changed')
    into made, changed
    from private.import_rows r
    where r.import_id = p_id and r.made_at is not null;
  update private.import_rows r
    set made_at = null
    from private.change_by_import(import, true) c
    where r.import_id = p_id and r.line = c.line;
  case import.kind
    when 'subscribers' then
      perform private.undo_subscriber_import(p_id);
    when 'resources' then
      perform private.undo_resource_import(p_id);
    when 'events' then
      perform private.undo_event_import(p_id);
    when 'guests' then
      perform private.undo_guest_import(import);
  end case;
  select count(*) filter (where r.state = 'new'), count(*) filter (where r.state = 'changed')
    into kept, left_changed
    from private.import_rows r
    where r.import_id = p_id and r.made_at is not null;
  update private.imports i set undone_at = now() where i.id = p_id;
  perform private.log_import(import, 'delete', made - kept, changed - left_changed);
  return 'undone';
end;
$$;

-- for admins: writes what an import has made or changed, not people
grant execute on function public.undo_import to authenticated;
