import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { bin, project, type Service, startService } from "../processes.ts";
import { type Messages, messagesTo } from "./messages.ts";
import { isUrl, openDatabase, type Sql } from "./owner.ts";

/**
 * Environment variables of the embedded Supabase, in addition to those in supabase/config.toml.
 * @param data the folder of PGlite, or the URL of a PostgreSQL
 */
export const embeddedFlags = (data = "") => ({
  EXPERIMENTAL_STORAGE: "1",
  DO_NOT_TRACK: "1",
  SUPABASE_DRIVER: isUrl(data) ? "postgres" : "pglite",
});

export interface Account {
  email: string;
  password: string;
  admin: boolean;
}

/**
 * Opens the database in SUPABASE_DATA, migrates it, lets `work` run SQL as its owner, and closes it.
 * Only one process may have a folder open: call this only while the embedded server is stopped.
 */
export async function withDatabase<Result>(work: (sql: Sql) => Promise<Result>): Promise<Result> {
  const data = process.env.SUPABASE_DATA ?? ".local/database";
  const flags = embeddedFlags(data);
  Object.assign(process.env, flags);
  const isFolder = flags.SUPABASE_DRIVER === "pglite";
  if (isFolder) mkdirSync(dirname(resolve(data)), { recursive: true });
  ignoreWarning(/^EXPERIMENTAL FEATURES ENABLED: storage/);
  const { applyPendingMigrations, createApi } = await import("@supabase/lite/cli");
  const api = await createApi();
  const app = await api.project.local.createApp(resolve(project, "supabase/config.toml"), { admin: false });
  const inIt = async (sql: Sql) => {
    await refuseOtherHistory(sql);
    await applyPendingMigrations(app);
    return work(sql);
  };
  try {
    return await (isFolder ? inIt(app.connection.driver as Sql) : openDatabase(data, inIt));
  } finally {
    await app.connection.close();
  }
}

/** @throws Error if the data was created by migrations that are missing from the working folder */
async function refuseOtherHistory(sql: Sql): Promise<void> {
  if (!existsSync("supabase/migrations")) return;
  const { rows: lists } = await sql.query("select to_regclass('supabase_migrations.schema_migrations') as list");
  if (!lists[0]?.list) return;
  const { rows } = await sql.query("select version from supabase_migrations.schema_migrations");
  const here = readdirSync("supabase/migrations").map((name) => name.slice(0, 14));
  if (rows.some(({ version }) => !here.includes(String(version))))
    throw new Error(
      "The local data was made by migrations that are gone. Nothing in it was changed; npm run reset begins anew.",
    );
}

/** Suppresses a warning about deployment, since the embedded Supabase is never deployed. */
function ignoreWarning(warning: RegExp): void {
  const { warn } = console;
  console.warn = (...words) => {
    if (!warning.test(String(words[0]))) warn(...words);
  };
}

const sqlOf = (name: string) => readFileSync(resolve(project, "supabase", name), "utf8");

/**
 * Runs pending migrations, the seed if the database is empty and a seed is wanted, and creates missing accounts.
 * @param wantsSeason whether the seed includes the sample season
 */
export async function prepareDatabase(accounts: Account[], wantsSeed = true, wantsSeason = false): Promise<void> {
  await withDatabase(async (sql) => {
    const { rows } = await sql.query(
      "select not exists (select from public.education_tabs) and not exists (select from public.events) as empty",
    );
    if (rows[0]?.empty && wantsSeed) {
      await sql.exec(sqlOf("seed.sql"));
      if (wantsSeason) await sql.exec(sqlOf("samples.sql"));
    }
    for (const account of accounts) await ensureAccount(sql, account);
  });
}

/**
 * Creates an account with SQL, because sign-up is disabled and the embedded Supabase has no auth.admin.
 * An account that exists keeps its password unless `resetPassword`.
 * @returns the user's id
 */
export async function ensureAccount(sql: Sql, account: Account, resetPassword = false): Promise<string> {
  const { hash } = await import("bcryptjs");
  const email = account.email.toLowerCase();
  const existing = await sql.query("select id from auth.users where lower(email) = $1", [email]);
  let id = existing.rows[0]?.id as string | undefined;
  if (!id) {
    id = randomUUID();
    await sql.query(
      `insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
       values ($1, 'authenticated', 'authenticated', $2, $3, now(), '{"provider":"email","providers":["email"]}', '{}', now(), now())`,
      [id, email, await hash(account.password, 10)],
    );
  } else if (resetPassword) {
    await sql.query("update auth.users set encrypted_password = $2 where id = $1", [
      id,
      await hash(account.password, 10),
    ]);
  }
  if (account.admin) await sql.query("insert into public.admin_users (id) values ($1) on conflict do nothing", [id]);
  return id;
}

export interface Supabase extends Service, Pick<Messages, "query"> {
  serve(settings: Record<string, string>): Promise<void>;
  rest(): Promise<void>;
}

/**
 * Serves the data folder SUPABASE_DATA on SUPABASE_PORT. Does not run migrations: they must have run before.
 * SUPABASE_CONFIG may name a configuration other than supabase/config.toml.
 */
export async function startSupabase(settings: Record<string, string>, log: string): Promise<Supabase> {
  const program = fileURLToPath(new URL("serve-supabase.ts", import.meta.url));
  const url = `http://127.0.0.1:${settings.SUPABASE_PORT}/auth/v1/settings`;
  const headers = { apikey: settings.SUPABASE_PUBLISHABLE_KEY ?? "" };
  const env = { ...process.env, ...settings, ...embeddedFlags(settings.SUPABASE_DATA) };
  const asked = async () => (await fetch(url, { headers })).ok;
  const started = await startService("The embedded Supabase", bin("node"), [program], env, log, asked, true);
  const { query, move } = messagesTo(started.process);
  return Object.assign(started, { query, serve: move, rest: () => move() });
}
