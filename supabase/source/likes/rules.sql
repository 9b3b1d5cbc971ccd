alter table public.resource_likes add constraint resource_likes_resource_id_fkey
  foreign key (resource_id) references public.education_resources(id) on delete cascade;
alter table public.resource_likes add constraint resource_likes_user_id_fkey
  foreign key (user_id) references auth.users(id) on delete cascade;

create trigger count_likes_added
  after insert on public.resource_likes
  referencing new table as new_rows
  for each statement
  execute function private.count_likes();
create trigger count_likes_removed
  after delete on public.resource_likes
  referencing old table as old_rows
  for each statement
  execute function private.count_likes();
create trigger total_of_the_day
  after insert on public.resource_likes
  referencing new table as new_rows
  for each statement
  execute function private.count_day('like');


alter table private.resource_like_counts add constraint resource_like_counts_resource_id_fkey
  foreign key (resource_id) references public.education_resources(id) on delete cascade;
