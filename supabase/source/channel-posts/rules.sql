alter table public.channel_posts add constraint channel_posts_event_id_fkey
  foreign key (event_id) references public.events(id) on delete cascade;
alter table public.channel_posts add constraint channel_posts_article_id_fkey
  foreign key (article_id) references public.articles(id) on delete cascade;
alter table public.channel_posts add constraint channel_posts_issue_id_fkey
  foreign key (issue_id) references public.newsletter_issues(id) on delete cascade;

create trigger audit_delete
  after delete on public.channel_posts
  referencing old table as old_rows
  for each statement
  execute function private.audit();
create trigger audit_insert
  after insert on public.channel_posts
  referencing new table as new_rows
  for each statement
  execute function private.audit();
create trigger audit_update
  after update on public.channel_posts
  referencing old table as old_rows new table as new_rows
  for each statement
  execute function private.audit();

create policy "Admins read channel_posts" on public.channel_posts
  for select to authenticated
  using ((select public.is_admin()));

grant select on public.channel_posts to authenticated;
