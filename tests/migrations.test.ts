import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { project } from "../harness/processes.ts";

const folder = join(project, "supabase/migrations");
/** Refused outside of a transaction block, or without effect there. */
const needsBlock = /^\s*(lock|savepoint|declare|set local|set transaction|set constraints)\b/im;

it("no migration leans on a transaction block, which Supabase's command line does not open", () => {
  const files = readdirSync(folder);
  expect(files.length).toBeGreaterThan(0);
  const faults = files.filter((name) => {
    const parts = readFileSync(join(folder, name), "utf8").split(/\$\w*\$/);
    // Every second one is the body of a function or of a do statement.
    const outside = parts.filter((_part, at) => at % 2 === 0);
    return outside.some((part) => needsBlock.test(part));
  });
  expect(faults).toEqual([]);
});
