-- Trigger: keeps education_tab_counts up to date.
create function private.count_resources() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    -- Locked in a fixed order, to avoid deadlocks.
    perform from private.education_tab_counts c
      where c.tab_key in (select o.tab_key from old_rows o union select n.tab_key from new_rows n)
      order by c.tab_key
      for update;
  end if;
  if tg_op <> 'INSERT' then
    update private.education_tab_counts c
      set resources = c.resources - gone.resources
      from (
        select o.tab_key, count(*) as resources from old_rows o
        where o.is_published and o.deleted_at is null
        group by o.tab_key
      ) gone
      where c.tab_key = gone.tab_key;
  end if;
  if tg_op <> 'DELETE' then
    insert into private.education_tab_counts as counted (tab_key, resources)
      select n.tab_key, count(*) from new_rows n
      where n.is_published and n.deleted_at is null
      group by n.tab_key
      order by n.tab_key
      on conflict (tab_key) do update set resources = counted.resources + excluded.resources;
  end if;
  return null;
end;
$$;
