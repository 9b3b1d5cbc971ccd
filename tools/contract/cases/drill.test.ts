import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { run } from "../../../harness/processes.ts";
import { target } from "../ask.ts";

const folder = mkdtempSync(join(tmpdir(), "community-back-up-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a back-up of the target passes the restore drill, and the site records when", { timeout: 240_000 }, async () => {
  const exported = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATABASE_URL: target.database,
    SUPABASE_URL: target.url,
    SUPABASE_SECRET_KEY: target.secret,
  };
  await run("node", ["scripts/back-up.ts", "--to", join(folder, "taken")], exported);
  const said = await run("node", ["scripts/drill.ts", join(folder, "taken")], exported);
  expect(said).toMatch(/ tables, \d+ rows, \d+ files, 6 journeys: 0 wrong\n/);
  expect(said).toContain("Noted at the site.");
});
