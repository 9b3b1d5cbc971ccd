import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { postgresPrograms } from "../../harness/serving/postgres.ts";
import { testSettings } from "../../harness/serving/stack.ts";
import { manyConnections } from "./at-once.ts";

const { sql, count } = manyConnections();
const source = process.env.CONCURRENCY_DATABASE ?? "";
const folder = mkdtempSync(join(tmpdir(), "community-drilled-"));
const schemas = ["public", "auth", "storage", "supabase_migrations"].map((name) => `--schema=${name}`);

/** A backup of the database, as `pg_dump` makes it with these options. */
function dump(name: string, ...options: string[]): string {
  const file = join(folder, name);
  execFileSync(join(postgresPrograms(), "pg_dump"), [...options, `--file=${file}`, source]);
  return file;
}

/** What `npm run drill` says of a file, or of the database when there is none. */
async function drill(file: string[], env: Record<string, string> = {}): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ["scripts/drill.ts", ...file], { env: { PATH: process.env.PATH, ...env } });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (said += chunk));
  const code = await new Promise<number | null>((done) => child.once("close", done));
  return { code, said };
}

const well = / tables, \d+ rows, 6 journeys: 0 wrong\n/;

beforeAll(async () => {
  await sql("delete from public.restore_drills");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a backup of DATABASE_URL passes, and the site remembers when", async () => {
  const settings = {
    DATABASE_URL: source,
    SUPABASE_URL: process.env.CONCURRENCY_API ?? "",
    SUPABASE_SECRET_KEY: testSettings.SUPABASE_SECRET_KEY ?? "",
  };
  const { code, said } = await drill([], settings);
  expect(said).toMatch(well);
  expect(said).toContain("Noted at the site.");
  expect(code).toBe(0);
  const [drilled] = await sql<{ minutes: number; row_count: string }>(
    "select extract(epoch from now() - drilled_at)::float / 60 as minutes, row_count from public.restore_drills",
  );
  expect(drilled?.minutes).toBeLessThan(1);
  expect(Number(drilled?.row_count)).toBeGreaterThan(20);
});

test.each([
  ["in pg_dump's own format", "whole.dump", ["--format=custom"]],
  ["in SQL", "schemas.sql", schemas],
  ["in SQL, of everything", "whole.sql", []],
])("so does a file %s, and nothing is noted without a key", async (_title, name, options) => {
  const before = await count("from public.restore_drills");
  const { code, said } = await drill([dump(name, ...options)]);
  expect(said).toMatch(well);
  expect(said).toContain("Not noted");
  expect(code).toBe(0);
  expect(await count("from public.restore_drills")).toBe(before);
});

test.each([
  // No other table refers to the log: a key that leads nowhere would be found before.
  [
    "without the data of a table",
    "--exclude-table-data=public.audit_log",
    "public.audit_log: the backup has no data of it",
  ],
  ["without the accounts", "--exclude-table-data=auth.users", 'is not present in table "users"'],
  ["without grants", "--no-acl", "permission denied for table waitlist_entries"],
])("a backup %s fails", async (title, option, fault) => {
  const { code, said } = await drill([dump(`${title}.dump`, "--format=custom", option)]);
  expect(code).toBe(1);
  expect(said).toContain(fault);
});

test("so does one of a database whose row security is off", async () => {
  await sql("alter table public.contact_messages disable row level security");
  try {
    const { code, said } = await drill([dump("open.dump", "--format=custom")]);
    expect(said).toContain("every table of the site has row security: contact_messages");
    expect(code).toBe(1);
  } finally {
    await sql("alter table public.contact_messages enable row level security");
  }
});

test("and a file that is no backup", async () => {
  const { code, said } = await drill(["package.json"]);
  expect(said).toContain("The dump cannot be restored: psql:");
  expect(code).toBe(1);
});
