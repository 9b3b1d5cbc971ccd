/** The part of a database client that is needed here. */
export interface Queries {
  query<Row>(statement: string): Promise<{ rows: Row[] }>;
  exec(statements: string): Promise<unknown>;
}

const schemas = "('public', 'private')";
const ours = `n.nspname in ${schemas}`;

/** One query per kind of object; each returns the object's name and its catalog description as text. */
const descriptions = {
  schema: `
    select nspname as name, coalesce(nspacl::text, '') as text from pg_namespace n where nspname = 'private'`,
  column: `
    select format('%s.%I', c.oid::regclass, a.attname) as name,
      concat_ws(' ', row_number() over (partition by c.oid order by a.attnum), format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
        a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid)) as text
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where ${ours} and c.relkind in ('r', 'p', 'v')`,
  table: `
    select c.oid::regclass::text as name, concat_ws(' ', c.relkind, c.relrowsecurity, c.relforcerowsecurity, c.reloptions::text) as text
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where ${ours} and c.relkind in ('r', 'p', 'v', 'S')`,
  domain: `
    select t.oid::regtype::text as name, format_type(t.typbasetype, t.typtypmod) as text
    from pg_type t
    join pg_namespace n on n.oid = t.typnamespace
    where ${ours} and t.typtype = 'd'`,
  enum: `
    select t.oid::regtype::text as name, string_agg(e.enumlabel, ', ' order by e.enumsortorder) as text
    from pg_type t
    join pg_namespace n on n.oid = t.typnamespace
    join pg_enum e on e.enumtypid = t.oid
    where ${ours}
    group by t.oid`,
  constraint: `
    select format('%I on %s', k.conname, coalesce(nullif(k.conrelid, 0)::regclass::text, k.contypid::regtype::text)) as name,
      pg_get_constraintdef(k.oid) as text
    from pg_constraint k
    join pg_namespace n on n.oid = k.connamespace
    where ${ours} and k.contype <> 't'`,
  index: `
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as text
    from pg_index i
    join pg_class c on c.oid = i.indexrelid
    join pg_namespace n on n.oid = c.relnamespace
    where ${ours}`,
  function: `
    select p.oid::regprocedure::text as name, pg_get_functiondef(p.oid) as text
    from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace
    where ${ours}`,
  trigger: `
    select format('%I on %s', t.tgname, t.tgrelid::regclass) as name, pg_get_triggerdef(t.oid) as text
    from pg_trigger t
    join pg_proc p on p.oid = t.tgfoid
    join pg_namespace n on n.oid = p.pronamespace
    where not t.tgisinternal and ${ours}`,
  policy: `
    select format('%I on %s', p.polname, p.polrelid::regclass) as name,
      concat_ws(' ', p.polcmd, p.polpermissive,
        (select string_agg(role::regrole::text, ', ' order by 1) from unnest(p.polroles) as role),
        'using', pg_get_expr(p.polqual, p.polrelid), 'check', pg_get_expr(p.polwithcheck, p.polrelid)) as text
    from pg_policy p`,
  grant: `
    select thing.name || ' to ' || coalesce(nullif(g.grantee, 0)::regrole::text, 'public') as name,
      string_agg(g.privilege_type, ', ' order by g.privilege_type) as text
    from (
      select c.oid::regclass::text as name, coalesce(c.relacl, acldefault('r', c.relowner)) as acl, c.relowner as owner
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where ${ours} and c.relkind in ('r', 'p', 'v')
      union all
      select format('%s.%I', c.oid::regclass, a.attname), a.attacl, c.relowner
      from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
      where ${ours} and a.attacl is not null
      union all
      select p.oid::regprocedure::text, coalesce(p.proacl, acldefault('f', p.proowner)), p.proowner
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where ${ours}
    ) thing
    cross join lateral aclexplode(thing.acl) g
    where g.grantee <> thing.owner
    group by 1`,
  "default grant": `
    select concat_ws(' ', d.defaclrole::regrole, coalesce(n.nspname, 'everywhere'), d.defaclobjtype) as name, d.defaclacl::text as text
    from pg_default_acl d
    left join pg_namespace n on n.oid = d.defaclnamespace
    where d.defaclnamespace = 0 or ${ours}`,
  comment: `
    select coalesce(
        case d.classoid
          when 'pg_class'::regclass then d.objoid::regclass::text || coalesce('.' || a.attname, '')
          when 'pg_proc'::regclass then d.objoid::regprocedure::text
          when 'pg_type'::regclass then d.objoid::regtype::text
        end, '') as name,
      d.description as text
    from pg_description d
    left join pg_class c on d.classoid = 'pg_class'::regclass and c.oid = d.objoid
    left join pg_attribute a on a.attrelid = c.oid and a.attnum = d.objsubid and d.objsubid > 0
    left join pg_proc p on d.classoid = 'pg_proc'::regclass and p.oid = d.objoid
    left join pg_type t on d.classoid = 'pg_type'::regclass and t.oid = d.objoid
    join pg_namespace n on n.oid = coalesce(c.relnamespace, p.pronamespace, t.typnamespace)
    where ${ours}`,
};

/**
 * Reads what a database's catalog says about our schemas, and about our policies on Supabase's tables.
 * @param database one that has never been served: the embedded Supabase changes grants when it is
 * @returns `kind name` → text; two databases have the same schema if these maps are equal
 */
async function catalogOf(database: Queries): Promise<Map<string, string>> {
  // Without a search path PostgreSQL writes all names fully qualified.
  await database.exec("set search_path = ''");
  const catalog = new Map<string, string>();
  for (const [kind, statement] of Object.entries(descriptions)) {
    const { rows } = await database.query<{ name: string; text: string }>(`${statement} order by 1`);
    for (const { name, text } of rows) catalog.set(`${kind} ${name}`, text);
  }
  await database.exec("reset search_path");
  return catalog;
}

/** Tables with rows that are part of the schema, and which of their columns are. */
export const tablesOfSchema = {
  "private.mail_purposes": "purpose, stream, editors_see, precedence, link, day_job",
  "private.budget_rules": "what, who, period, most",
  "private.access_settings": "id",
  "public.site_settings": "id",
  "storage.buckets": "id, public, file_size_limit, allowed_mime_types",
};

/**
 * Reads the catalog and the rows that every new database has. @returns as `catalogOf`, with each row as `row in table
 * {…}` → "there"
 */
export async function describeDatabase(database: Queries): Promise<Map<string, string>> {
  const found = await catalogOf(database);
  for (const [table, columns] of Object.entries(tablesOfSchema)) {
    const { rows } = await database.query<{ row: string }>(
      `select to_jsonb(t)::text as row from (select ${columns} from ${table}) t`,
    );
    for (const { row } of rows) found.set(`row in ${table} ${row}`, "there");
  }
  return found;
}

/** @returns the names of all entries that differ, sorted, with the text of both sides; "absent" if a side lacks it */
export function differences(
  one: Map<string, string>,
  other: Map<string, string>,
): { name: string; one: string; other: string }[] {
  const names = new Set([...one.keys(), ...other.keys()]);
  return [...names]
    .sort()
    .map((name) => ({ name, one: one.get(name) ?? "absent", other: other.get(name) ?? "absent" }))
    .filter((pair) => pair.one !== pair.other);
}
