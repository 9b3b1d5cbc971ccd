call pg_temp.note_updates('public.site_settings');
call pg_temp.audit_names('public.site_settings', 'update');
call pg_temp.allow('Owners', 'read, change', 'public.site_settings');

create policy "Visitors read what is saved of the site" on public.site_settings
  for select to anon, authenticated
  using (settings is not null);

grant select on public.site_settings to anon;
grant select on public.site_settings to authenticated;
grant update (settings) on public.site_settings to authenticated;

-- The table's only row.
insert into public.site_settings default values;
