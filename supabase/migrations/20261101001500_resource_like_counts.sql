create table public.resource_like_counts (
  resource_id uuid primary key references public.education_resources (id) on delete cascade,
  likes integer not null check (likes >= 0)
);

comment on table public.resource_like_counts is 'Number of rows of resource_likes per resource, kept by triggers, because a million rows are too many to count for a list.';

alter table public.resource_like_counts enable row level security;
revoke all on public.resource_like_counts from public, anon, authenticated, service_role;

create function public.count_likes() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into public.resource_like_counts as counted (resource_id, likes)
      select n.resource_id, count(*) from new_rows n group by n.resource_id order by n.resource_id
      on conflict (resource_id) do update set likes = counted.likes + excluded.likes;
  else
    -- In one order, so that two of them never wait for each other.
    perform from public.resource_like_counts c
      where c.resource_id in (select o.resource_id from old_rows o)
      order by c.resource_id
      for update;
    update public.resource_like_counts c
      set likes = c.likes - gone.likes
      from (select o.resource_id, count(*) as likes from old_rows o group by o.resource_id) gone
      where c.resource_id = gone.resource_id;
  end if;
  return null;
end;
$$;

comment on function public.count_likes() is 'Trigger: keeps resource_like_counts.';

revoke all on function public.count_likes() from public, anon, authenticated, service_role;

-- Triggers of one event fire in the order of their names: this one comes before the one of daily_totals, as it does in set_like.
create trigger count_likes_added after insert on public.resource_likes
  referencing new table as new_rows for each statement execute function public.count_likes();
create trigger count_likes_removed after delete on public.resource_likes
  referencing old table as old_rows for each statement execute function public.count_likes();

insert into public.resource_like_counts (resource_id, likes)
  select l.resource_id, count(*) from public.resource_likes l group by l.resource_id;
