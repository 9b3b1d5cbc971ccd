import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { project } from "../harness/processes.ts";

const folder = join(project, "supabase/migrations");
const source = join(project, "supabase/source");
/** Statements that fail or have no effect outside of a transaction block. */
const needsBlock = /^\s*(lock|savepoint|declare|set local|set transaction|set constraints)\b/im;

it("no migration depends on a transaction block, which the Supabase CLI does not open", () => {
  const files = readdirSync(folder);
  expect(files.length).toBeGreaterThan(0);
  const faults = files.filter((name) => {
    const parts = readFileSync(join(folder, name), "utf8").split(/\$\w*\$/);
    // Every second part is the body of a function or a do statement.
    const outside = parts.filter((_part, at) => at % 2 === 0);
    return outside.some((part) => needsBlock.test(part));
  });
  expect(faults).toEqual([]);
});

it("no line of supabase/source is longer than 120 characters", () => {
  const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".sql"));
  expect(files.length).toBeGreaterThan(100);
  const long = files.flatMap((name) =>
    readFileSync(join(source, name), "utf8")
      .split("\n")
      .flatMap((line, index) => (line.length > 120 ? [`${name}:${index + 1}`] : [])),
  );
  expect(long).toEqual([]);
});
