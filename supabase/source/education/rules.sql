call pg_temp.audit('public.education_tabs');
call pg_temp.allow('Admins', 'read, add, change, delete', 'public.education_tabs');
call pg_temp.audit('public.education_resources');
call pg_temp.allow('Admins', 'read, add, change', 'public.education_resources');

create trigger note_for_search
  after insert or update or delete on public.education_tabs
  for each row
  execute function private.note_tab_for_search();
create trigger note_tab_key_added
  after insert on public.education_tabs
  for each row
  execute function private.note_tab_key();
create trigger note_tab_key_changed
  after update on public.education_tabs
  for each row
  when (old.tab_key is distinct from new.tab_key)
  execute function private.note_tab_key();
call pg_temp.note_updates_but('public.education_tabs', 'display_order');

create policy "Visitors read active tabs" on public.education_tabs
  for select to anon, authenticated
  using (is_active);

grant delete, select on public.education_tabs to authenticated;
grant select (id, tab_key, label, is_active, display_order) on public.education_tabs to anon;
call pg_temp.grant_all_but('insert', 'public.education_tabs', 'created_at, updated_at');
call pg_temp.grant_all_but('update', 'public.education_tabs', 'created_at, updated_at, id');

create trigger count_resources_added
  after insert on public.education_resources
  referencing new table as new_rows
  for each statement
  execute function private.count_resources();
create trigger count_resources_changed
  after update on public.education_resources
  referencing old table as old_rows new table as new_rows
  for each statement
  execute function private.count_resources();
create trigger count_resources_removed
  after delete on public.education_resources
  referencing old table as old_rows
  for each statement
  execute function private.count_resources();
create trigger note_for_search
  after insert or delete on public.education_resources
  for each row
  execute function private.note_resource_for_search();
create trigger note_changed_for_search
  after update on public.education_resources
  for each row
  when ((old.tab_key, old.title, old.description, old.url, old.is_published, old.deleted_at) is distinct from
    (new.tab_key, new.title, new.description, new.url, new.is_published, new.deleted_at))
  execute function private.note_resource_for_search();
call pg_temp.note_updates_but('public.education_resources', 'display_order');

create policy "Visitors read published resources of active tabs" on public.education_resources
  for select to anon, authenticated
  using (
    is_published and deleted_at is null and tab_key in (select tab_key from public.education_tabs where is_active)
  );

grant select on public.education_resources to authenticated;
grant select (id, tab_key, title, description, url, icon_name, resource_type, is_published, display_order, tags) on
  public.education_resources to anon;
call pg_temp.grant_all_but('insert', 'public.education_resources', 'created_at, updated_at, deleted_at');
call pg_temp.grant_all_but('update', 'public.education_resources', 'created_at, updated_at, id');
