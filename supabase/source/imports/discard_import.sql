-- Discards a staged file. Returns false if it is gone or applied.
create function public.discard_import(p_id uuid) returns boolean
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_import((select i.kind from private.imports i where i.id = p_id));
  delete from private.imports i where i.id = p_id and i.applied_at is null;
  return found;
end;
$$;

-- for admins: writes only that a staged file is discarded
grant execute on function public.discard_import to authenticated;
