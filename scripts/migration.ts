// npm run migration -- name: drafts the migration that brings a database from supabase/migrations to supabase/source.
// Functions are copied whole from their files; changes to tables are proposed by Supabase's own comparison, for a
// person to review. With --baseline, before the first release: one migration that creates everything.
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { project } from "../harness/processes.ts";
import released from "../supabase/released.json" with { type: "json" };
import { describeDatabase, differences } from "./database/catalog.ts";
import { draftMigration, fileName, lockTimeout } from "./database/draft.ts";
import { migrations, withHistory, withPresent } from "./database/scratch.ts";

/** @returns the names of objects that supabase/migrations and supabase/source define differently */
async function different(): Promise<string[]> {
  const [history, present] = [await withHistory(describeDatabase), await withPresent(describeDatabase)];
  return differences(history, present).map(({ name }) => name);
}

const folder = join(project, "supabase/migrations");
const [argument = ""] = process.argv.slice(2);

if (argument === "--baseline") {
  if (released.version !== "none") throw new Error("There has been a release: its history is never rewritten.");
  const order = await withPresent(async (_, files) => files);
  for (const name of migrations().keys()) rmSync(join(folder, name));
  const parts = order.map(({ path, text }) => `-- ${path}\n\n${text.trimEnd()}\n`);
  writeFileSync(join(folder, "20261101000000_baseline.sql"), `${lockTimeout}\n\n${parts.join("\n\n")}`);
  console.log(
    "supabase/migrations/20261101000000_baseline.sql is new. Now: npm run types, and npm run reset for local data.",
  );
} else if (/^[a-z0-9]+(_[a-z0-9]+)*$/.test(argument)) {
  if ((await different()).length === 0) {
    console.log("Nothing to do: supabase/migrations make what supabase/source says.");
  } else {
    const draft = await withHistory((before) => withPresent((after, files) => draftMigration(before, after, files)));
    const name = fileName([...migrations().keys()], argument);
    writeFileSync(join(folder, name), draft);
    console.log(
      `supabase/migrations/${name} is a draft. Read it: a renamed column is dropped there and added, and rows are not in it.`,
    );
    for (const thing of await different()) console.log(`Still different after it, for you to write: ${thing}`);
  }
} else {
  console.error("npm run migration -- name_of_the_change (lower case), or: npm run migration -- --baseline");
  process.exitCode = 2;
}
