import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const project = fileURLToPath(new URL("..", import.meta.url));

/** Path below a folder → text, of the matching files. */
function read(folder: string, isMeant: RegExp): Map<string, string> {
  const names = readdirSync(join(project, folder), { recursive: true, encoding: "utf8" });
  return new Map(
    names.filter((name) => isMeant.test(name)).map((name) => [name, readFileSync(join(project, folder, name), "utf8")]),
  );
}

/** Functions called in a piece of SQL. */
const calledInSql = (sql: string) => [...sql.matchAll(/\b(?:public|private)\.(\w+)\(/g)].map(([, name = ""]) => name);

/** Functions that a piece of TypeScript calls through the data API. */
const calledInCode = (code: string) =>
  [...code.matchAll(/\b(?:rpc|call)\(\s*"(\w+)"|"(?:\/rest\/v1\/)?rpc\/(\w+)"/g)].map(
    ([, name, path]) => name ?? path ?? "",
  );

/** Functions of a table row, which the data API exposes as columns, that are named in a select. */
const readAsColumns = (functions: Map<string, string>, code: string[]) =>
  [...functions]
    .filter(([, definition]) => /^create function public\.\w+\(\w+ public\.\w+\)/.test(definition))
    .map(([name]) => name)
    .filter((name) => code.some((text) => text.includes(`, ${name},`)));

/**
 * Returns functions reachable neither from the code nor from a table (checks, generated columns, triggers, policies).
 * @param functions name → definition
 */
function uncalled(functions: Map<string, string>, tables: string[], code: string[]): string[] {
  const reached = new Set([
    ...tables.flatMap(calledInSql),
    ...code.flatMap(calledInCode),
    ...readAsColumns(functions, code),
  ]);
  for (const name of reached) for (const next of calledInSql(functions.get(name) ?? "")) reached.add(next);
  return [...functions.keys()].filter((name) => !reached.has(name));
}

/** The functions' definitions, without comments and grants. */
const bodies = new Map(
  [...read("supabase/source", /^(?:[\w-]+[\\/])+(?!tables|rules|outcomes)\w+\.sql$/)].map(([file, text]) => [
    basename(file, ".sql"),
    text.slice(text.indexOf("create function")).split(/\n\n(?:-- for|grant) /)[0] ?? "",
  ]),
);
const tables = [...read("supabase/source", /(tables|rules|traits)\.sql$/).values()];
const code = ["app", "scripts"].flatMap((folder) => [...read(folder, /(?<!\.(test|gen|d))\.tsx?$/).values()]);

describe("every database function", () => {
  it("is called by the code, a table, or another called function", () => {
    expect(bodies.size).toBeGreaterThan(40);
    expect(uncalled(bodies, tables, code)).toEqual([]);
  });

  it("is found if it is not called, even if it calls itself", () => {
    const functions = new Map([
      ["front", "begin perform public.deep(); end"],
      ["deep", "select 1"],
      ["guard", "select true"],
      ["left", "begin perform public.left(); perform public.behind(); end"],
      ["behind", "select 1"],
    ]);
    const policy = "create policy a on public.b using (public.guard());";
    expect(uncalled(functions, [policy], ['database.rpc("front")'])).toEqual(["left", "behind"]);
    expect(uncalled(functions, [policy], ['read("rpc/front", {})', 'call(\n"left", {})'])).toEqual([]);
  });
});
