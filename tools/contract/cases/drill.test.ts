import { expect, test } from "vitest";
import { run } from "../../../harness/processes.ts";
import { target } from "../ask.ts";

test("a backup of it passes the restore drill, and the site remembers when", async () => {
  const said = await run("node", ["scripts/drill.ts"], {
    PATH: process.env.PATH,
    DATABASE_URL: target.database,
    SUPABASE_URL: target.url,
    SUPABASE_SECRET_KEY: target.secret,
  });
  expect(said).toMatch(/ tables, \d+ rows, 6 journeys: 0 wrong\n/);
  expect(said).toContain("Noted at the site.");
});
