import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { manyConnections } from "./at-once.ts";
import { exportedFor, operate, uploadPicture } from "./back-ups.ts";

const { sql, count } = manyConnections();
const exported = exportedFor(process.env.CONCURRENCY_DATABASE ?? "", process.env.CONCURRENCY_API ?? "");
const folder = mkdtempSync(join(tmpdir(), "community-drilled-"));
const good = join(folder, "good");

const well = / tables, \d+ rows, 1 files, 6 journeys: 0 wrong\n/;
const lost = `/uploads/${"b".repeat(32)}-1x1.png`;

async function takeBackUp(name: string): Promise<string> {
  const { code, said } = await operate(["back-up.ts", "--to", join(folder, name)], exported);
  if (code !== 0) throw new Error(said);
  return join(folder, name);
}

// Each drill creates two clusters.
vi.setConfig({ testTimeout: 240_000 });

beforeAll(async () => {
  await sql("delete from public.restore_drills");
  await uploadPicture(exported.SUPABASE_URL);
  await takeBackUp("good");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("a back-up passes with old and new default grants, and the site records when", async () => {
  const { code, said } = await operate(["drill.ts", good], exported);
  expect(said).toMatch(well);
  expect(said).toMatch(/^Taken \d+ s ago \(20\S+Z\), of version \d\S+, PostgreSQL \d/);
  expect(said).toContain("Noted at the site.");
  expect(code).toBe(0);
  const [drilled] = await sql<{ minutes: number; row_count: string }>(
    "select extract(epoch from now() - drilled_at)::float / 60 as minutes, row_count from public.restore_drills",
  );
  expect(drilled?.minutes).toBeLessThan(1);
  expect(Number(drilled?.row_count)).toBeGreaterThan(20);
});

test("the drill prints the age of the newest row, and records nothing without a key", async () => {
  await sql(
    `insert into public.heartbeats (job, ran_at, milliseconds) values ('minute', now(), 1)
     on conflict (job) do update set ran_at = excluded.ran_at`,
  );
  const noted = await count("from public.restore_drills");
  try {
    const { code, said } = await operate(["drill.ts", await takeBackUp("older")]);
    expect(said).toMatch(/The newest row is from \d+ (s|min|h|d) ago \(20\d\d-/);
    expect(said).toContain("Not noted");
    expect(code).toBe(0);
    expect(await count("from public.restore_drills")).toBe(noted);
  } finally {
    await sql("delete from public.heartbeats");
  }
});

/** Copies the good back-up. */
function copied(name: string): string {
  const to = join(folder, name);
  cpSync(good, to, { recursive: true });
  return to;
}

const rewrite = (
  backUp: string,
  change: (manifest: { [key: string]: unknown; tables: { name: string }[] }) => void,
) => {
  const file = join(backUp, "manifest.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  change(manifest);
  writeFileSync(file, JSON.stringify(manifest));
};

test.each<[title: string, damage: (backUp: string) => void, said: string]>([
  [
    "with a changed byte",
    (backUp) => {
      const file = join(backUp, "rows/auth.users.copy");
      writeFileSync(file, readFileSync(file, "utf8").replace("@", "#"));
    },
    "The back-up is damaged:\n  rows/auth.users.copy is not what was written",
  ],
  [
    "with a row too many",
    (backUp) => appendFileSync(join(backUp, "rows/public.heartbeats.copy"), "minute\n"),
    "rows/public.heartbeats.copy is not what was written",
  ],
  [
    "without a file",
    (backUp) => rmSync(join(backUp, "files"), { recursive: true }),
    "-1x1.png cannot be read (ENOENT)",
  ],
  ["without its manifest", (backUp) => rmSync(join(backUp, "manifest.json")), "is no back-up, or not a whole one"],
  [
    "without a table",
    (backUp) =>
      rewrite(backUp, (manifest) => {
        manifest.tables = manifest.tables.filter(({ name }) => name !== "audit_log");
      }),
    "the back-up has no rows of public.audit_log",
  ],
  [
    "of another release",
    (backUp) =>
      rewrite(backUp, (manifest) => {
        manifest.migrations = ["20200101000000"];
        manifest.version = "0.0.1";
      }),
    "The back-up is of version 0.0.1: git switch --detach v0.0.1, and try again.",
  ],
])("the drill fails for a back-up %s", async (title, damage, fault) => {
  const backUp = copied(title);
  damage(backUp);
  const { code, said } = await operate(["drill.ts", backUp]);
  expect(said).toContain(fault);
  expect(code).toBe(1);
});

test("the drill fails for a library with a picture that is missing from the bucket", async () => {
  await sql("insert into public.pictures (path, alt, width, height) values ($1, 'Lost', 1, 1)", lost);
  try {
    const { code, said } = await operate(["drill.ts", await takeBackUp("lost")]);
    expect(said).toContain(`old default grants: event-images: ${lost} is not in the back-up`);
    expect(said).toContain(`new default grants: event-images: ${lost} is not in the back-up`);
    expect(said).toContain(": 2 wrong\n");
    expect(code).toBe(1);
  } finally {
    await sql("delete from public.pictures where path = $1", lost);
  }
});
