-- Deletes the drafts that an import has made and that nobody has changed or published since, and then the tabs that it
-- has made, which have the time at which it was applied.
create function private.undo_resource_import(p_import uuid) returns void
language plpgsql
as $$
begin
  delete from public.education_resources e
    using private.import_rows r
    where r.import_id = p_import and r.state = 'new' and e.id = r.row_id and e.updated_at = r.made_at;
  delete from public.education_tabs t
    using private.imports i
    where i.id = p_import and t.created_at = i.applied_at and t.updated_at = t.created_at
      and not exists (select from public.education_resources e where e.tab_key = t.tab_key);
  update private.import_rows r
    set row_id = null, made_at = null
    where r.import_id = p_import
      and r.row_id is not null
      and not exists (select from public.education_resources e where e.id = r.row_id);
end;
$$;
