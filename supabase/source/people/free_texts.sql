-- Returns, per table, the SET list and WHERE clause that replace a pattern ($1), with its trace ($3), in every text and
-- JSON column by a replacement ($2). Derived from the catalog, so that columns added later are included. The first part
-- of the condition skips rows without an @ or a %40; large tables have an index on it.
create function private.free_texts() returns table (
  table_schema text, table_name text, assignments text, condition text
)
language sql
stable
as $$
  with columns as (
    select
      n.nspname::text as table_schema,
      c.relname::text as table_name,
      quote_ident(a.attname) as name,
      a.atttypid = 'jsonb'::regtype as is_json,
      a.attnum as place
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where n.nspname in ('public', 'private')
      and c.relkind = 'r'
      and a.atttypid in ('text'::regtype, 'public.web_address'::regtype, 'jsonb'::regtype)
      -- These columns hold exactly one address each and are compared as a whole.
      and a.attname not in ('email', 'actor_email')
  )
  select
    columns.table_schema,
    columns.table_name,
    string_agg(
      format(
        case
          when is_json then '%1$s = private.without_address(%1$s, $1, $2)'
          else '%1$s = regexp_replace(%1$s, $1, $2, ''gi'')'
        end,
        name
      ),
      ', ' order by place
    ),
    format(
      'coalesce(%s, false) and (%s)',
      string_agg(name || case when is_json then '::text' else '' end || ' ~ ''@|%40''', ' or ' order by place),
      string_agg(
        format(
          case
            when is_json
              then 'case when strpos(lower(%1$s::text), $3) > 0 then private.without_address(%1$s, $1, $2) <> %1$s end'
            else 'case when strpos(lower(%1$s), $3) > 0 then %1$s ~* $1 end'
          end,
          name
        ),
        ' or ' order by place
      )
    )
  from columns
  group by columns.table_schema, columns.table_name;
$$;
