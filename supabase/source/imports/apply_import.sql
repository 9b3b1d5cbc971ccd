create function public.apply_import(p_id uuid, p_changes boolean default false) returns public.apply_import_outcome
language plpgsql
security definer
set search_path = ''
-- Rows that have just been written have no statistics, and 5,000 by 5,000 would take seconds.
set enable_nestloop = off
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
    update private.import_rows r set made_at = c.made_at from private.change_by_import(import, false) c where r.import_id = p_id and r.line = c.line;
    -- What is not any more as the preview has shown it is looked at anew.
    update private.import_rows r
      set state = 'new', row_id = null, changes = null
      where r.import_id = p_id and r.state = 'changed' and r.made_at is null;
  end if;
  perform private.judge_import(import);
  if not exists (select from private.import_rows r where r.import_id = p_id and (r.state = 'new' or r.made_at is not null)) then
    return 'nothing';
  end if;
  update private.import_rows r
    set row_id = case when r.made_at is null then m.row_id else r.row_id end,
      made_at = coalesce(m.made_at, r.made_at),
      changes = case when r.made_at is not null then r.changes end,
      -- Who subscribed at this very moment was faster.
      state = case when r.state in ('new', 'changed') and coalesce(m.made_at, r.made_at) is null then 'there' else r.state end,
      cells = null, email = null, address_key = null, checked = null
    from private.import_rows l
    left join private.make_import(import) m on m.line = l.line
    where r.import_id = p_id and l.import_id = p_id and l.line = r.line;
  select count(*) filter (where r.state = 'new'), count(*) filter (where r.state = 'changed')
    into made, changed
    from private.import_rows r
    where r.import_id = p_id and r.made_at is not null;
  update private.imports i set applied_at = now() where i.id = p_id;
  perform private.log_import(import, 'insert', made, changed);
  return 'applied';
end;
$$;

comment on function public.apply_import(uuid, boolean) is
  'Makes of every new line of a staged file what it is to become, and with p_changes gives what is there the values of the changed ones, where it is as the preview has shown it: all in one transaction. Nobody is written to. Answers nothing where nothing came of it; the import stays staged.';

-- for admins: writes drafts, and resources and events that are there, not people
grant execute on function public.apply_import(uuid, boolean) to authenticated;
