-- Deletes the drafts that an import has made and that nobody has changed, published or added anything to since, and the
-- series that it has made if no edition is left.
create function private.undo_event_import(p_import uuid) returns void
language plpgsql
as $$
declare
  applied timestamptz := (select i.applied_at from private.imports i where i.id = p_import);
begin
  delete from public.events e
    using private.import_rows r
    where r.import_id = p_import
      and r.state = 'new'
      and e.id = r.row_id
      and e.updated_at = r.made_at
      -- A join link and a series that the import has made itself do not keep it.
      and private.built_on_event(e.id) <@ array_remove(array[
        case
          when exists (select from private.join_links j where j.event_id = e.id and j.set_at = applied) then 'join-link'
        end,
        case when exists (
          select from public.series s where s.template_id = e.id and s.created_at = applied and s.updated_at = applied
        ) then 'series' end
      ], null);
  delete from public.series s
    where s.created_at = applied and s.updated_at in (applied, now())
      and not exists (select from public.events e where e.series_id = s.id)
      and not exists (select from private.series_subscriptions b where b.series_id = s.id);
  update private.import_rows r
    set row_id = null, made_at = null
    where r.import_id = p_import
      and r.row_id is not null
      and not exists (select from public.events e where e.id = r.row_id);
end;
$$;
