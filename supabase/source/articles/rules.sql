alter table public.articles add constraint articles_revision_fkey
  foreign key (id, revision) references public.article_revisions (article_id, number) deferrable initially deferred;
alter table public.articles add constraint articles_published_revision_fkey
  foreign key (id, published_revision) references public.article_revisions (article_id, number) deferrable initially deferred;

create trigger audit_delete
  after delete on public.articles
  referencing old table as old_rows
  for each statement
  execute function private.audit();
create trigger audit_insert
  after insert on public.articles
  referencing new table as new_rows
  for each statement
  execute function private.audit();
create trigger audit_update
  after update on public.articles
  referencing old table as old_rows new table as new_rows
  for each statement
  execute function private.audit();
create trigger note_for_search
  after insert or update or delete on public.articles
  for each row
  execute function private.note_article_for_search();
create trigger note_slug_changed
  after update on public.articles
  for each row
  when (old.slug is distinct from new.slug)
  execute function private.note_article_slug();
create trigger set_updated_at
  before update on public.articles
  for each row
  execute function private.set_updated_at();

create policy "Admins read all articles" on public.articles
  for select to authenticated
  using ((select public.is_admin()));

grant select on public.articles to authenticated;


create trigger note_for_search
  after insert or update on public.article_revisions
  for each row
  execute function private.note_revision_for_search();

create policy "Admins read all revisions" on public.article_revisions
  for select to authenticated
  using ((select public.is_admin()));

grant select on public.article_revisions to authenticated;
