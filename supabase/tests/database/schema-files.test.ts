import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();

/** Name of a table or function → the `create` statement that its file begins with. */
function definitions(kind: "functions" | "tables"): [name: string, definition: string][] {
  const folder = new URL(`../../schema/${kind}/`, import.meta.url);
  return readdirSync(folder).flatMap((file) => {
    const text = readFileSync(new URL(file, folder), "utf8");
    const [, definition] = /\n\n(create [\s\S]*?;)\n\n(?:comment|alter)/.exec(text) ?? [];
    return definition ? [[file.replace(/\.sql$/, ""), definition] as [string, string]] : [];
  });
}

const functionsInPublic = () =>
  database.sql(
    "select oid::regprocedure::text as name, pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace order by 1",
  );

const columnsAndConstraints = (table: string) =>
  database.sql(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull, a.attidentity, a.attgenerated,
       pg_get_expr(d.adbin, d.adrelid) as definition
     from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped
     union all
     select conname, contype::text, null, null, null, pg_get_constraintdef(oid) from pg_constraint where conrelid = $1::regclass and convalidated
     order by 1, 2`,
    table,
  );

describe("what supabase/schema shows makes the same again", () => {
  it("every function", async () => {
    const before = await functionsInPublic();
    const shown = definitions("functions");
    expect(shown).toHaveLength(before.length);
    for (const [, definition] of shown) await database.sql(definition);
    expect(await functionsInPublic()).toEqual(before);
  });

  it.each(definitions("tables"))("the table %s", async (table, definition) => {
    await database.sql("create schema again");
    await database.sql(definition.replace(`create table public.${table} (`, `create table again.${table} (`));
    expect(await columnsAndConstraints(`again.${table}`)).toEqual(await columnsAndConstraints(`public.${table}`));
  });
});
