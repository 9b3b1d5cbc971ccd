create function public.undo_import(p_id uuid) returns public.undo_import_outcome
language plpgsql
security definer
set search_path = ''
-- Rows that have just been written have no statistics, and 5,000 by 5,000 would take seconds.
set enable_nestloop = off
as $$
declare
  import private.imports;
  before integer;
  kept integer;
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
  select count(*) into before from private.import_rows r where r.import_id = p_id and r.row_id is not null;
  case import.kind
    when 'subscribers' then
      perform private.undo_subscriber_import(p_id);
    when 'resources' then
      perform private.undo_resource_import(p_id);
    when 'events' then
      perform private.undo_event_import(p_id);
  end case;
  select count(*) into kept from private.import_rows r where r.import_id = p_id and r.row_id is not null;
  update private.imports i set undone_at = now() where i.id = p_id;
  perform private.log_import(import, 'delete', before - kept);
  return 'undone';
end;
$$;

comment on function public.undo_import(uuid) is
  'Takes back what an import has made within the last hour, but what somebody has touched since.';

-- for admins: writes drafts that an import has made, not people
grant execute on function public.undo_import(uuid) to authenticated;
