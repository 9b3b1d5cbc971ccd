create trigger audit_update
  after update on public.site_settings
  referencing old table as old_rows new table as new_rows
  for each statement
  execute function private.audit('names only');
create trigger set_updated_at
  before update on public.site_settings
  for each row
  execute function private.set_updated_at();

create policy "Owners change the settings of the site" on public.site_settings
  for update to authenticated
  using ((select public.is_owner()))
  with check ((select public.is_owner()));

create policy "Owners read the settings of the site" on public.site_settings
  for select to authenticated
  using ((select public.is_owner()));

create policy "Visitors read what is saved of the site" on public.site_settings
  for select to anon, authenticated
  using (settings is not null);

grant select on public.site_settings to anon;
grant select on public.site_settings to authenticated;
grant update (settings) on public.site_settings to authenticated;


-- The table's only row.
insert into public.site_settings default values;
