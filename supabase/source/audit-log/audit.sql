-- Trigger: logs the changes of signed-in people, and everyone who becomes or stops being an admin, by whatever means.
-- With an argument it keeps only the names of changed columns, no values, and one entry for more than 100 rows that a
-- statement inserted, deleted or changed in the same way.
create function private.audit() returns trigger
language plpgsql
security definer
set search_path = ''
set enable_nestloop = off
set jit = off
as $$
declare
  actor constant uuid := auth.uid();
  actor_email text;
  names_only constant boolean := tg_nargs > 0;
  most constant integer := 100;
  derived constant text[] := array[
    'search_text', 'relied_on', 'told', 'over_at', 'place_details', 'in_words', 'updated_at', 'link_generation',
    'first_signed_in_at', 'folded_name', 'folded_tags', 'address', 'link_secret', 'is_listed'
  ];
  moved constant text := nullif(current_setting('place.moved', true), '');
begin
  if actor is null and tg_table_name <> 'admin_users' then
    return null;
  end if;
  select u.email into actor_email from auth.users u where u.id = actor;

  if tg_op = 'INSERT' then
    if names_only and (select count(*) > most from new_rows) then
      insert into public.audit_log (actor, actor_email, verb, table_name, row_id, changes)
        select
          actor,
          actor_email,
          'insert',
          tg_table_name,
          'many',
          jsonb_build_object('columns', jsonb '[]', 'rows', count(*))
          from new_rows;
      return null;
    end if;
    insert into public.audit_log (actor, actor_email, verb, table_name, row_id, changes)
      select actor, actor_email, 'insert', tg_table_name, n.content ->> 'id',
        case when names_only then '{"columns": []}' else n.content - derived end
      from (select to_jsonb(t) as content from new_rows t) n;
  elsif tg_op = 'DELETE' then
    if names_only and (select count(*) > most from old_rows) then
      insert into public.audit_log (actor, actor_email, verb, table_name, row_id, changes)
        select
          actor,
          actor_email,
          'delete',
          tg_table_name,
          'many',
          jsonb_build_object('columns', jsonb '[]', 'rows', count(*))
          from old_rows;
      return null;
    end if;
    insert into public.audit_log (actor, actor_email, verb, table_name, row_id, changes)
      select actor, actor_email, 'delete', tg_table_name, o.content ->> 'id',
        case when names_only then '{"columns": []}' else o.content - derived end
      from (select to_jsonb(t) as content from old_rows t) o;
  else
    -- Pairs are materialized; otherwise each comparison would convert its row again.
    if names_only and (select count(*) > most from new_rows) then
      -- A change to many rows is logged as one entry per set of changed columns.
      with pairs as materialized (
        select to_jsonb(o) as before, to_jsonb(n) as after
        from old_rows o
        join new_rows n using (id)
      )
      insert into public.audit_log (actor, actor_email, verb, table_name, row_id, changes)
        select
          actor,
          actor_email,
          'update',
          tg_table_name,
          'many',
          jsonb_build_object('columns', to_jsonb(changed.names), 'rows', count(*))
        from pairs pair
        cross join lateral (
          select array_agg(c.key order by c.key) as names
          from jsonb_each(pair.after) c
          where c.value <> pair.before -> c.key and c.key <> all (derived)
        ) changed
        where changed.names is not null
        group by changed.names;
      return null;
    end if;
    with pairs as materialized (
      select to_jsonb(o) as before, to_jsonb(n) as after
      from old_rows o
      join new_rows n using (id)
    )
    insert into public.audit_log (actor, actor_email, verb, table_name, row_id, changes)
      select actor, actor_email, 'update', tg_table_name, pair.after ->> 'id',
        case when names_only then jsonb_build_object('columns', to_jsonb(changed.names)) else changed.contents end
      from pairs pair
      cross join lateral (
        select
          array_agg(c.key) as names,
          jsonb_object_agg(
            c.key, jsonb_build_object('old', pair.before -> c.key, 'new', c.value)
          ) filter (where not names_only) as contents
        from jsonb_each(pair.after) c
        where c.value <> pair.before -> c.key and c.key <> all (derived)
      ) changed
      -- When a row is moved, only that row is logged, not the neighbors that make room.
      where changed.names is not null
        and (moved is null or moved = pair.after ->> 'id' or changed.names <> array['display_order']);
  end if;
  return null;
end;
$$;
