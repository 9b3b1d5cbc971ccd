alter table public.channel_posts add constraint channel_posts_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;
alter table public.channel_posts add constraint channel_posts_article_id_fkey
  foreign key (article_id) references public.articles(id) on delete cascade;
alter table public.channel_posts add constraint channel_posts_issue_id_fkey
  foreign key (issue_id) references public.newsletter_issues(id) on delete cascade;

call pg_temp.audit('public.channel_posts');
call pg_temp.allow('Admins', 'read', 'public.channel_posts');

grant select on public.channel_posts to authenticated;
