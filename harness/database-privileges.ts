type Verb = "select" | "insert" | "update";

/** What a role may do with a table; lists the columns if it may not do it with all. */
export type Grants = Partial<Record<Verb, "every column" | string[]>> & { delete?: true };

/** Table → role → verbs; `name(types)` of a function → roles, including `public` if everyone may call it. */
export interface Privileges {
  tables: Record<string, Record<string, Grants>>;
  functions: Record<string, string[]>;
}

/** Runs a statement whose only parameter is the list of the data API's roles. */
type Ask = <Row extends Record<string, unknown>>(statement: string, roles: string[]) => Promise<Row[]>;

const roles = ["anon", "authenticated", "service_role"];

const ofColumns = `
  select c.relname as table, r.role, v.verb,
    coalesce(array_agg(a.attname::text order by a.attname) filter (where has_column_privilege(r.role, c.oid, a.attname, v.verb)), '{}') as columns,
    has_table_privilege(r.role, c.oid, v.verb) as "all"
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  cross join unnest($1::text[]) as r (role)
  cross join unnest(array['insert', 'select', 'update']) as v (verb)
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
  group by c.oid, c.relname, r.role, v.verb
  order by c.relname, r.role, v.verb`;

const ofTables = `
  select c.relname as table, r.role, v.verb
  from pg_class c
  cross join unnest($1::text[]) as r (role)
  cross join unnest(array['delete', 'truncate', 'references', 'trigger']) as v (verb)
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
    and has_table_privilege(r.role, c.oid, v.verb)
  order by c.relname, r.role, v.verb`;

const ofFunctions = `
  select
    p.proname || '(' || coalesce((
      select string_agg(format_type(t, null), ', ' order by n) from unnest(p.proargtypes) with ordinality as x (t, n)
    ), '') || ')' as function,
    array(
      select r.role from unnest($1::text[] || array['public']) as r (role)
      where has_function_privilege(r.role, p.oid, 'execute') order by r.role
    ) as roles
  from pg_proc p where p.pronamespace = 'public'::regnamespace
  order by 1`;

/** Reads from the catalog what the data API's roles may do with the tables and functions of schema `public`. */
export async function privilegesOf(ask: Ask): Promise<Privileges> {
  const tables: Privileges["tables"] = {};
  const grantsOf = (table: string, role: string): Record<string, unknown> => {
    tables[table] ??= {};
    tables[table][role] ??= {};
    return tables[table][role] as Record<string, unknown>;
  };
  const columns = await ask<{ table: string; role: string; verb: Verb; columns: string[]; all: boolean }>(
    ofColumns,
    roles,
  );
  for (const { table, role, verb, columns: names, all } of columns) {
    tables[table] ??= {};
    if (names.length > 0) grantsOf(table, role)[verb] = all ? "every column" : names;
  }
  for (const { table, role, verb } of await ask<{ table: string; role: string; verb: string }>(ofTables, roles))
    grantsOf(table, role)[verb] = true;
  const functions = await ask<{ function: string; roles: string[] }>(ofFunctions, roles);
  return { tables, functions: Object.fromEntries(functions.map((row) => [row.function, row.roles])) };
}
