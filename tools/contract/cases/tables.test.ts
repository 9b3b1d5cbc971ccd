import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { project } from "../../../harness/processes.ts";
import { type Asker, codeOf, data, type Reply } from "../ask.ts";

type Verb = "select" | "insert" | "update";
type Grants = Partial<Record<Verb, "every column" | string[]>> & { delete?: true };

const definitions = globSync(join(project, "supabase/source/**/tables.sql"))
  .map((file) => readFileSync(file, "utf8"))
  .join("\n");
const { tables } = JSON.parse(readFileSync(join(project, "app/features/doctor/privileges.json"), "utf8")) as {
  tables: Record<string, Record<string, Grants>>;
};
const roleOf = { visitor: "anon", member: "authenticated", admin: "authenticated", worker: "service_role" } as const;

/** The columns of a table as defined in the source, without generated ones. */
function columnsOf(table: string): string[] {
  const [, body = ""] = new RegExp(`create table public\\.${table} \\(\\n([\\s\\S]*?)\\n\\);`).exec(definitions) ?? [];
  return [...body.matchAll(/^ {2}(\w+) (?!.*generated always)(?!.*\(\n)\S.*$/gm)]
    .map(([, name = ""]) => name)
    .filter((name) => !["constraint", "case", "end"].includes(name));
}

const isDenied = (reply: Reply) =>
  codeOf(reply) === "42501" && /^permission denied for /.test((reply.body as { message: string }).message);

/** A filter that matches no row. */
const nowhere = (column: string) => `and=(${column}.is.null,${column}.not.is.null)`;

describe.each(Object.keys(roleOf) as Asker[])("a %s is refused exactly what is not granted", (asker) => {
  test.each(Object.keys(tables))("%s", async (table) => {
    const grants = tables[table]?.[roleOf[asker as keyof typeof roleOf]] ?? {};
    const has = (verb: Verb, column: string) =>
      grants[verb] === "every column" || grants[verb]?.includes(column) === true;
    const columns = columnsOf(table);
    expect(columns.length).toBeGreaterThan(1);
    const [first = ""] = columns.filter((column) => has("select", column));
    const refusal = asker === "visitor" ? 401 : 403;
    const found: Record<string, string> = {};
    const wanted: Record<string, string> = {};
    const ask = async (label: string, isGranted: boolean, question: Promise<Reply>) => {
      const reply = await question;
      found[label] = isDenied(reply) ? `refused ${reply.status}` : reply.status < 500 ? "heard" : `${reply.status}`;
      wanted[label] = isGranted ? "heard" : `refused ${refusal}`;
    };
    for (const column of columns) {
      const at = `${table}?${nowhere(first || column)}`;
      await ask(`select ${column}`, has("select", column), data(asker, "GET", `${table}?select=${column}&limit=0`));
      await ask(
        `update ${column}`,
        Boolean(first) && has("update", column),
        data(asker, "PATCH", at, { [column]: null }),
      );
      if (!has("insert", column)) await ask(`insert ${column}`, false, data(asker, "POST", table, { [column]: null }));
    }
    await ask("select *", grants.select === "every column", data(asker, "GET", `${table}?select=*&limit=0`));
    await ask(
      "delete",
      Boolean(first && grants.delete),
      data(asker, "DELETE", `${table}?${nowhere(first || (columns[0] ?? ""))}`),
    );
    expect(found).toEqual(wanted);
  });
});

test("the tables are those of the schema", () => {
  const named = [...definitions.matchAll(/^create table public\.(\w+)/gm)].map(([, name]) => name);
  expect(named.sort()).toEqual(Object.keys(tables).sort());
});
