alter table public.articles add constraint articles_revision_fkey
  foreign key (id, revision) references public.article_revisions (article_id, number) deferrable initially deferred;
alter table public.articles add constraint articles_published_revision_fkey
  foreign key (id, published_revision) references public.article_revisions (article_id, number) deferrable initially
    deferred;

call pg_temp.note_updates('public.articles');
call pg_temp.audit('public.articles');
call pg_temp.allow('Admins', 'read', 'public.articles');
call pg_temp.allow('Admins', 'read', 'public.article_revisions');

create trigger note_for_search
  after insert or update or delete on public.articles
  for each row
  execute function private.note_article_for_search();
create trigger note_slug_changed
  after update on public.articles
  for each row
  when (old.slug is distinct from new.slug)
  execute function private.note_article_slug();

grant select on public.articles to authenticated;

create trigger note_for_search
  after insert or update on public.article_revisions
  for each row
  execute function private.note_revision_for_search();

grant select on public.article_revisions to authenticated;
