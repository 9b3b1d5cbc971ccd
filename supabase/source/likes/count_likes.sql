-- Trigger: keeps resource_like_counts up to date.
create function private.count_likes() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into private.resource_like_counts as counted (resource_id, shard, likes)
      select n.resource_id, private.shard_of(n.id), count(*) from new_rows n group by 1, 2 order by 1, 2
      on conflict (resource_id, shard) do update set likes = counted.likes + excluded.likes;
  else
    -- Locked in a fixed order, to avoid deadlocks.
    perform from private.resource_like_counts c
      where (c.resource_id, c.shard) in (select o.resource_id, private.shard_of(o.id) from old_rows o)
      order by c.resource_id, c.shard
      for update;
    update private.resource_like_counts c
      set likes = c.likes - gone.likes
      from (
        select o.resource_id, private.shard_of(o.id) as shard, count(*) as likes from old_rows o group by 1, 2
      ) gone
      where c.resource_id = gone.resource_id and c.shard = gone.shard;
  end if;
  return null;
end;
$$;
