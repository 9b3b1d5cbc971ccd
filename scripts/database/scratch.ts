import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { project } from "../../harness/processes.ts";
import { withDatabase } from "../../harness/serving/embedded-supabase.ts";
import { loadSource, sourceFiles } from "./source.ts";

const migrationsFolder = join(project, "supabase/migrations");

/** @returns name → text of every migration, in order */
export function migrations(): Map<string, string> {
  const names = readdirSync(migrationsFolder).sort();
  return new Map(names.map((name) => [name, readFileSync(join(migrationsFolder, name), "utf8")]));
}

/** Runs `work` on a new, never-served embedded database with these migrations applied, then deletes it. */
async function withMigrated<Result>(history: Map<string, string>, work: (database: PGlite) => Promise<Result>) {
  const folder = mkdtempSync(join(tmpdir(), "scratch-database-"));
  const data = join(folder, "data");
  mkdirSync(join(folder, "supabase/migrations"), { recursive: true });
  for (const [name, text] of history) writeFileSync(join(folder, "supabase/migrations", name), text);
  const before = process.cwd();
  try {
    // The embedded Supabase looks for migrations below the working directory.
    process.chdir(folder);
    Object.assign(process.env, {
      SUPABASE_DATA: data,
      SUPABASE_PORT: "54321",
      SUPABASE_JWT_EXPIRY: "3600",
      SUPABASE_JWT_SECRET: "only-for-a-database-that-is-never-served",
      SUPABASE_PUBLISHABLE_KEY: "sb_publishable_unused",
      SUPABASE_SECRET_KEY: "sb_secret_unused",
    });
    await withDatabase(async () => {});
    const database = await PGlite.create(data);
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  } finally {
    process.chdir(before);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Runs `work` on a database built from the migrations. */
export const withHistory = <Result>(work: (database: PGlite) => Promise<Result>) => withMigrated(migrations(), work);

/** Runs `work` on a database built from supabase/source, with the source files in the order in which they loaded. */
export function withPresent<Result>(
  work: (database: PGlite, order: ReturnType<typeof sourceFiles>) => Promise<Result>,
) {
  const [first, ...files] = sourceFiles();
  if (!first) throw new Error("supabase/source is empty");
  // The embedded Supabase creates the roles that its first migration names.
  return withMigrated(new Map([["00000000000000_schema.sql", first.text]]), async (database) =>
    work(database, [first, ...(await loadSource(database, files))]),
  );
}
