create function public.apply_import(p_id uuid) returns public.apply_import_outcome
language plpgsql
security definer
set search_path = ''
-- Rows that have just been written have no statistics, and 5,000 by 5,000 would take seconds.
set enable_nestloop = off
as $$
declare
  import private.imports;
  made integer;
begin
  select i.* into import from private.imports i where i.id = p_id for update;
  perform private.require_import(import.kind);
  if import.id is null then
    return 'gone';
  end if;
  if import.applied_at is not null then
    return 'already-applied';
  end if;
  perform private.judge_import(import);
  if not exists (select from private.import_rows r where r.import_id = p_id and r.state = 'new') then
    return 'nothing';
  end if;
  update private.import_rows r
    set row_id = m.row_id,
      made_at = m.made_at,
      -- Who subscribed at this very moment was faster.
      state = case when r.state = 'new' and m.row_id is null then 'there' else r.state end,
      cells = null, email = null, address_key = null, checked = null
    from private.import_rows l
    left join private.make_import(import) m on m.line = l.line
    where r.import_id = p_id and l.import_id = p_id and l.line = r.line;
  select count(*) into made from private.import_rows r where r.import_id = p_id and r.row_id is not null;
  update private.imports i set applied_at = now() where i.id = p_id;
  perform private.log_import(import, 'insert', made);
  return 'applied';
end;
$$;

comment on function public.apply_import(uuid) is
  'Makes of every new line of a staged file what it is to become, all of them or none. Nobody is written to. Answers nothing where no line is new any more; the import stays staged.';

-- for admins: writes drafts, not people
grant execute on function public.apply_import(uuid) to authenticated;
