import { describe, expect, it } from "vitest";
import privileges from "../../../app/features/doctor/privileges.json" with { type: "json" };
import { type Grants, privilegesOf } from "../../../harness/database-privileges.ts";
import { type Actor, denied, prepareDatabase, type Row, roleOf } from "./prepared-database.ts";

type Verb = "select" | "insert" | "update";

const tables = privileges.tables as Record<string, Record<string, Grants>>;
const functions = privileges.functions as Record<string, string[]>;
const roles = ["anon", "authenticated", "service_role"];
const actors: Actor[] = ["stranger", "member", "worker"];
const columnVerbs: Verb[] = ["select", "insert", "update"];

const database = prepareDatabase();

const columnsOf = (table: string) =>
  database.sql<{ name: string; type: string; generated: boolean }>(
    `select attname as name, format_type(atttypid, atttypmod) as type, attgenerated <> '' or attidentity <> '' as generated
     from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attname`,
    `public.${table}`,
  );

/** Whether a grant is missing; a function that itself refuses a caller has another message. */
const isDenied = async (work: Promise<Row[]>) => {
  try {
    await work;
    return false;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return code === denied && message.startsWith("permission denied for ");
  }
};

describe("the privileges in the catalog", () => {
  it("are those of privileges.json for every table, role, verb, column and function", async () => {
    expect(await privilegesOf(database.sql)).toEqual(privileges);
  });

  it("do not include any sequence", async () => {
    const rows = await database.sql(
      `select c.relname, r.role from pg_class c cross join unnest($1::text[]) as r (role)
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'S' and has_sequence_privilege(r.role, c.oid, 'usage, select, update')`,
      roles,
    );
    expect(rows).toEqual([]);
  });
});

describe("schema private", () => {
  it("cannot be used by any role of the data API", async () => {
    const rows = await database.sql(
      "select r.role, v.verb from unnest($1::text[]) r (role) cross join unnest(array['usage', 'create']) v (verb) where has_schema_privilege(r.role, 'private', v.verb)",
      roles,
    );
    expect(rows).toEqual([]);
  });

  it("has no table, column or function that is granted to any of them", async () => {
    const rows = await database.sql(
      `select c.relname as name, r.role from pg_class c cross join unnest($1::text[]) r (role)
       where c.relnamespace = 'private'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
         and (has_any_column_privilege(r.role, c.oid, 'select, insert, update, references') or has_table_privilege(r.role, c.oid, 'delete, truncate, trigger'))
       union all
       select p.proname, r.role from pg_proc p cross join unnest($1::text[] || array['public']) r (role)
       where p.pronamespace = 'private'::regnamespace and has_function_privilege(r.role, p.oid, 'execute')`,
      roles,
    );
    expect(rows).toEqual([]);
    const [there] = await database.sql(
      "select count(*)::int as tables from pg_class where relnamespace = 'private'::regnamespace and relkind = 'r'",
    );
    expect(there?.tables).toBeGreaterThan(25);
  });
});

describe.each(actors)("what is not granted is denied to a %s", (actor) => {
  const grantsOf = (table: string): Grants => tables[table]?.[roleOf[actor]] ?? {};

  it.each(Object.keys(tables))("%s", async (table) => {
    const grants = grantsOf(table);
    for (const { name, type, generated } of await columnsOf(table)) {
      const attempts: Record<Verb, string> = {
        select: `select "${name}" from public.${table} limit 0`,
        insert: `insert into public.${table} ("${name}") select null::${type} where false`,
        update: `update public.${table} set "${name}" = default where false`,
      };
      for (const verb of columnVerbs) {
        if (generated && verb === "insert") continue;
        const granted = grants[verb] === "every column" || grants[verb]?.includes(name) === true;
        expect([verb, name, await isDenied(database.as(actor, attempts[verb]))]).toEqual([verb, name, !granted]);
      }
    }
    expect(await isDenied(database.as(actor, `delete from public.${table} where false`))).toBe(!grants.delete);
    expect(await isDenied(database.as(actor, `truncate public.${table} cascade`))).toBe(true);
  });

  it.each(Object.entries(functions))("%s", async (signature, allowed) => {
    const [, name, types] = /^(\w+)\((.*)\)$/.exec(signature) ?? [];
    // A strict function is not executed with null.
    const values = types ? types.split(", ").map((type) => (type === "text" ? "''::text" : `null::${type}`)) : [];
    const call = database.as(actor, `select public.${name}(${values.join(", ")})`);
    expect(await isDenied(call)).toBe(!allowed.includes(roleOf[actor]));
  });
});

describe("the shape of the schema", () => {
  it("has row-level security enabled on every table", async () => {
    const rows = await database.sql(
      "select relname from pg_class where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('r', 'p') and not relrowsecurity",
    );
    expect(rows).toEqual([]);
  });

  it("has no view or foreign table that could bypass row-level security", async () => {
    expect(
      await database.sql(
        "select relname from pg_class where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind in ('v', 'm', 'f')",
      ),
    ).toEqual([]);
  });

  it("names the roles of every policy, and names every policy with a sentence", async () => {
    const rows = await database.sql<{ policyname: string; roles: string }>(
      "select policyname, roles::text from pg_policies where schemaname in ('public', 'storage')",
    );
    for (const { policyname, roles } of rows) {
      expect(policyname).toMatch(/^(Owners|Admins|Members|Visitors) \w+ /);
      expect(roles).not.toContain("public");
    }
  });

  it("has security definer functions with an empty search path, owned by postgres, and others without settings", async () => {
    const rows = await database.sql(
      `select p.oid::regprocedure::text as function from pg_proc p
       where pronamespace in ('public'::regnamespace, 'private'::regnamespace)
         and case
           when prosecdef then not coalesce(proconfig @> array['search_path=""'], false) or proowner <> 'postgres'::regrole
           else proconfig is not null
         end`,
    );
    expect(rows).toEqual([]);
  });

  it("has a comment on every table and every function", async () => {
    const rows = await database.sql(
      `select relname as name from pg_class c
       where relnamespace in ('public'::regnamespace, 'private'::regnamespace) and relkind = 'r' and obj_description(c.oid, 'pg_class') is null
       union all
       select proname from pg_proc p where pronamespace in ('public'::regnamespace, 'private'::regnamespace) and obj_description(p.oid, 'pg_proc') is null`,
    );
    expect(rows).toEqual([]);
  });

  it("has for every foreign key an index that begins with it, or the primary key within it", async () => {
    const rows = await database.sql(
      `select conrelid::regclass::text as table, conname from pg_constraint k
       where contype = 'f' and connamespace in ('public'::regnamespace, 'private'::regnamespace)
         and not exists (
           select from pg_index i where i.indrelid = k.conrelid and (i.indkey::int2[])[0:cardinality(k.conkey) - 1] = k.conkey
           or i.indrelid = k.conrelid and i.indisprimary and (i.indkey::int2[]) <@ k.conkey
         )`,
    );
    expect(rows).toEqual([]);
  });

  it("sets updated_at on every change of a table that has it", async () => {
    const rows = await database.sql(
      `select c.relname from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'updated_at'
       where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind = 'r'
         and not exists (
           select from pg_trigger t where t.tgrelid = c.oid and t.tgfoid = 'private.set_updated_at()'::regprocedure
         )`,
    );
    expect(rows).toEqual([]);
    const later =
      "update public.education_tabs set label = label, updated_at = '2000-01-01' returning updated_at = now() as stamped";
    expect((await database.sql(later))[0]).toEqual({ stamped: true });
  });
});
