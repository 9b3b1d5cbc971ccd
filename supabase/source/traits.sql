-- What many tables have in common, said in one line of a noun's tables.sql or rules.sql. These procedures are
-- temporary: they write checks, triggers, policies and grants, and are not in the database afterward.

-- updated_at of a table changes with each update
create procedure pg_temp.note_updates(p_table regclass)
language plpgsql
as $$
begin
  execute format(
    'create trigger set_updated_at before update on %s for each row execute function private.set_updated_at()',
    p_table
  );
end;
$$;

-- The same, unless an update has only moved a row: p_position is the column of its place in a list.
create procedure pg_temp.note_updates_but(p_table regclass, p_position text)
language plpgsql
as $$
declare
  others constant text[] := (
    select array_agg(quote_ident(attname) order by attnum)
    from pg_catalog.pg_attribute
    where attrelid = p_table and attnum > 0 and not attisdropped and attgenerated = ''
      and attname <> all (array['id', 'created_at', 'updated_at', p_position])
  );
begin
  execute format(
    'create trigger set_updated_at before update on %1$s for each row when (old.%2$I = new.%2$I or (%3$s) is distinct'
      || ' from (%4$s)) execute function private.set_updated_at()',
    p_table, p_position,
    (select string_agg('old.' || name, ', ' order by place) from unnest(others) with ordinality as o (name, place)),
    (select string_agg('new.' || name, ', ' order by place) from unnest(others) with ordinality as o (name, place))
  );
end;
$$;

-- the log keeps what admins do in a table: whole rows, or the names of the columns alone
create procedure pg_temp.audit(
  p_table regclass, p_verbs text default 'insert, update, delete', p_names_only boolean default false
)
language plpgsql
as $$
declare
  rows_of constant jsonb := '{
    "insert": "new table as new_rows",
    "update": "old table as old_rows new table as new_rows",
    "delete": "old table as old_rows"
  }';
  verb text;
begin
  foreach verb in array string_to_array(p_verbs, ', ') loop
    execute format(
      'create trigger %I after %s on %s referencing %s for each statement execute function private.audit(%s)',
      'audit_' || verb, verb, p_table, rows_of ->> verb, case when p_names_only then quote_literal('names only') end
    );
  end loop;
end;
$$;

create procedure pg_temp.audit_names(p_table regclass, p_verbs text default 'insert, update, delete')
language sql
as $$ call pg_temp.audit(p_table, p_verbs, true) $$;

-- Admins, or owners alone, may read, add, change or delete the rows of a table; grants say which columns.
create procedure pg_temp.allow(p_who text, p_verbs text, p_table regclass)
language plpgsql
as $$
declare
  check_of constant text := case p_who
    when 'Admins' then '((select public.is_admin()))'
    when 'Owners' then '((select public.is_owner()))'
  end;
  rule_of constant jsonb := '{
    "read": "select to authenticated using %1$s",
    "add": "insert to authenticated with check %1$s",
    "change": "update to authenticated using %1$s with check %1$s",
    "delete": "delete to authenticated using %1$s"
  }';
  rows_of constant text := (select replace(relname, '_', ' ') from pg_catalog.pg_class where oid = p_table);
  verb text;
begin
  foreach verb in array string_to_array(p_verbs, ', ') loop
    execute format(
      'create policy %I on %s for ' || format(rule_of ->> verb, check_of),
      format('%s %s %s', p_who, verb, rows_of),
      p_table
    );
  end loop;
end;
$$;

-- Signed-in people may insert or update all columns of a table, except generated ones and those named, which only the
-- database sets; policies say who they are. privileges.json shows what a new column adds to.
create procedure pg_temp.grant_all_but(p_verb text, p_table regclass, p_kept text)
language plpgsql
as $$
declare
  kept constant text[] := regexp_split_to_array(p_kept, ',\s+');
  columns constant text[] := (
    select array_agg(attname)
    from pg_catalog.pg_attribute
    where attrelid = p_table and attnum > 0 and not attisdropped and attgenerated = ''
  );
begin
  if not kept <@ columns then
    raise exception '% has not all columns of %', p_table, p_kept;
  end if;
  execute format(
    'grant %s (%s) on %s to authenticated',
    p_verb,
    (select string_agg(quote_ident(name), ', ') from unnest(columns) name where name <> all (kept)),
    p_table
  );
end;
$$;
