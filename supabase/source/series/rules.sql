alter table public.series add constraint series_template_id_fkey
  foreign key (template_id) references public.events(id) on delete set null;
alter table private.occurrences add constraint occurrences_event_id_fkey
  foreign key (event_id) references public.events(id) on delete set null;
alter table private.announced_editions add constraint announced_editions_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;

call pg_temp.note_updates('public.series');
call pg_temp.audit('public.series');
call pg_temp.allow('Admins', 'read, add, change, delete', 'public.series');

create trigger keep_template
  after update of template_id, template_at on public.series
  for each row
  when (old.template_id is distinct from new.template_id or old.template_at is distinct from new.template_at)
  execute function private.keep_template();
create trigger keep_template_of_new
  after insert on public.series
  for each row
  execute function private.keep_template();
create trigger note_for_search
  after insert or update or delete on public.series
  for each row
  execute function private.note_series_for_search();

create policy "Visitors read series with a published edition" on public.series
  for select to anon, authenticated
  using (exists (select from public.events e where e.series_id = series.id));

grant delete, select on public.series to authenticated;
grant select (id, key, name, about) on public.series to anon;
call pg_temp.grant_all_but('insert', 'public.series', 'created_at, updated_at, template_at');
call pg_temp.grant_all_but('update', 'public.series', 'created_at, updated_at, id, key');

-- person: the subscription; occurrence of series-editions: the announcement
insert into private.mail_purposes (purpose, stream, editors_see, precedence, link) values
  ('series-confirm', 'transactional', false, 2, 'series'),
  ('series-editions', 'transactional', false, 2, 'series');
