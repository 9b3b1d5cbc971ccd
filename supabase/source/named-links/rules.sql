alter table public.named_links add constraint named_links_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;
alter table public.named_links add constraint named_links_series_id_fkey
  foreign key (series_id) references public.series(id) on delete cascade;

create trigger audit_delete
  after delete on public.named_links
  referencing old table as old_rows
  for each statement
  execute function private.audit();
create trigger audit_insert
  after insert on public.named_links
  referencing new table as new_rows
  for each statement
  execute function private.audit();

create policy "Admins add named links" on public.named_links
  for insert to authenticated
  with check ((select public.is_admin()));

create policy "Admins delete named links" on public.named_links
  for delete to authenticated
  using ((select public.is_admin()));

create policy "Admins read named links" on public.named_links
  for select to authenticated
  using ((select public.is_admin()));

grant delete, select on public.named_links to authenticated;
grant insert (event_id, series_id, slug, name) on public.named_links to authenticated;
