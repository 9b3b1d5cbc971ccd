alter table private.previews add constraint previews_article_id_fkey
  foreign key (article_id) references public.articles(id) on delete cascade;
alter table private.previews add constraint previews_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;
