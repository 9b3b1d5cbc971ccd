import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, project, run } from "../../harness/processes.ts";
import { embeddedFlags, ensureAccount, startSupabase } from "../../harness/serving/embedded-supabase.ts";
import { openDatabase } from "../../harness/serving/owner.ts";
import { migrate, type Postgres, startPostgres } from "../../harness/serving/postgres.ts";
import { testSettings } from "../../harness/serving/stack.ts";

/**
 * vitest global set-up: starts a real PostgreSQL with our migrations, the seed and both local accounts, and the
 * embedded Supabase's API in front of it. Sets CONCURRENCY_DATABASE and CONCURRENCY_API to their URLs.
 */
export async function setup() {
  const folder = mkdtempSync(join(tmpdir(), "community-postgres-"));
  const database = await startDatabase(folder);
  const api = await startApi(folder, database.url);
  process.env.CONCURRENCY_DATABASE = database.url;
  process.env.CONCURRENCY_API = api.url;
  return async () => {
    await api.stop();
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

/**
 * Starts a real PostgreSQL with our migrations, the seed and both local accounts.
 * @param folder holds the cluster
 */
export async function startDatabase(folder: string): Promise<Postgres> {
  const database = await startProject(folder);
  await migrate(database.url);
  await addAccounts(database.url);
  return database;
}

/**
 * Starts a database with what every project has before our first migration: roles, accounts and the storage tables.
 * @param folder holds the cluster
 */
export async function startProject(folder: string): Promise<Postgres> {
  const database = await startPostgres(folder);
  const settings = settingsOf(folder, database.url);
  const environment = { ...process.env, ...settings, SUPABASE_PORT: "1", ...embeddedFlags(database.url) };
  await run("lite", ["migration", "up", "--config", settings.SUPABASE_CONFIG], environment);
  return database;
}

const settingsOf = (folder: string, database: string) => ({
  ...testSettings,
  SUPABASE_DATA: database,
  SUPABASE_CONFIG: copyConfiguration(folder),
});

/**
 * Starts the embedded Supabase's API in front of a PostgreSQL, and waits for its first successful response.
 * @param folder for its configuration and its log
 * @param database with our migrations, or `empty`
 */
export async function startApi(
  folder: string,
  database: string,
  content: "site" | "empty" = "site",
): Promise<{ url: string; stop(): Promise<void> }> {
  const port = String(await freePort());
  const api = await startSupabase({ ...settingsOf(folder, database), SUPABASE_PORT: port }, join(folder, "api.log"));
  const url = `http://127.0.0.1:${port}`;
  await firstAnswer(url, content === "site" ? "rpc/claim_outbox" : "");
  return { url, stop: api.stop };
}

/** Copies the project's configuration without its migrations: those are for Supabase's command line. */
function copyConfiguration(folder: string): string {
  const own = join(folder, "project/supabase");
  mkdirSync(join(own, "migrations"), { recursive: true });
  const file = join(own, "config.toml");
  copyFileSync(join(project, "supabase/config.toml"), file);
  return file;
}

/**
 * Waits for a successful response. The API initializes itself on its first request, and two concurrent ones would
 * interfere.
 */
async function firstAnswer(url: string, path: string): Promise<void> {
  const headers = { apikey: testSettings.SUPABASE_SECRET_KEY ?? "", "Content-Type": "application/json" };
  const body = JSON.stringify({ p_limit: 1, p_lease_seconds: 1 });
  const question = path ? { method: "POST", headers, body } : { headers };
  for (const until = Date.now() + 30_000; Date.now() < until; ) {
    if ((await fetch(`${url}/rest/v1/${path}`, question)).ok) return;
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error("The data API before PostgreSQL answers nothing but errors.");
}

async function addAccounts(url: string): Promise<void> {
  await openDatabase(url, async (sql) => {
    for (const role of ["ADMIN", "MEMBER"]) {
      const [email = "", password = ""] = [testSettings[`LOCAL_${role}_EMAIL`], testSettings[`LOCAL_${role}_PASSWORD`]];
      await ensureAccount(sql, { email, password, admin: role === "ADMIN" });
    }
  });
}
