alter table public.named_links add constraint named_links_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;
alter table public.named_links add constraint named_links_series_id_fkey
  foreign key (series_id) references public.series(id) on delete cascade;

call pg_temp.audit('public.named_links', 'insert, delete');
call pg_temp.allow('Admins', 'read, add, delete', 'public.named_links');

grant delete, select on public.named_links to authenticated;
grant insert (event_id, series_id, slug, name) on public.named_links to authenticated;
