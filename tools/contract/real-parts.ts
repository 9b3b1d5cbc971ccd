import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { freePort, type Service, startService } from "../../harness/processes.ts";
import { copyPrograms, isReal } from "../../harness/serving/databases.ts";
import { startSupabase } from "../../harness/serving/embedded-supabase.ts";
import { type Gateway, startGateway } from "../../harness/serving/gateway.ts";
import { openDatabase, type Sql } from "../../harness/serving/owner.ts";
import { migrate, type Postgres, postgresPrograms, startPostgres } from "../../harness/serving/postgres.ts";
import { postgrest, startPostgrest } from "../../harness/serving/postgrest.ts";
import { projectScript } from "../../harness/serving/project.ts";
import { makeDataFolder, testSettings } from "../../harness/serving/stack.ts";
import { gotrueProgram, storageProgram } from "./coverage.ts";

/** Debian's PostgreSQL, or the newer one of the package, which has neither psql nor pg_dump. */
export type PostgresOrigin = "installed" | "packaged";

export interface RealParts {
  url: string;
  /** A connection URL for the superuser. */
  database: string;
  /** The version that each part reports. */
  versions: Record<string, string>;
  stop(): Promise<void>;
}

/** @throws Error in one line that says what is missing */
export function checkInstalled(): void {
  if (!isReal()) throw new Error("The packages of PostgreSQL and PostgREST exist for Linux x64 alone.");
}

/**
 * Starts PostgreSQL, PostgREST, GoTrue and the storage service where available, and a gateway in front of them. Without
 * GoTrue the embedded Supabase handles sign-ins, and without the storage service it stores the files; it has a separate
 * database with the same accounts.
 * @param folder holds data and logs, and must be readable for the user that PostgreSQL runs as
 */
export async function startRealParts(folder: string, origin: PostgresOrigin): Promise<RealParts> {
  checkInstalled();
  const running: { stop(): Promise<unknown> }[] = [];
  const stop = async () => {
    for (const part of running.reverse()) await part.stop();
  };
  try {
    const files = await makeDataFolder();
    running.push({ stop: async () => rmSync(dirname(files), { recursive: true, force: true }) });
    const people = await withoutSessions(files);
    const cluster = await startPostgres(folder, programsOf(origin, folder), "supabase_admin");
    running.push(cluster);
    const gateway = await startGateway({
      publishable: testSettings.SUPABASE_PUBLISHABLE_KEY ?? "",
      secret: testSettings.SUPABASE_SECRET_KEY ?? "",
      jwtSecret: testSettings.SUPABASE_JWT_SECRET ?? "",
    });
    running.push(gateway);
    const owner = cluster.url.replace("supabase_admin@", "postgres@");
    await openDatabase(cluster.url, (sql) => sql.exec(projectScript("roles") + projectScript("default-grants")));
    const gotrue = gotrueProgram() ? await startGotrue(cluster, gateway, folder) : undefined;
    if (gotrue) running.push(gotrue.service);
    const storage = storageProgram() ? await startStorage(cluster, folder) : undefined;
    if (storage) running.push(storage.service);
    const standIns = (gotrue ? "" : projectScript("accounts")) + (storage ? "" : projectScript("storage"));
    await openDatabase(cluster.url, (sql) => sql.exec(standIns));
    await migrate(owner);
    const data = await startPostgrest(
      owner.replace("postgres@", "authenticator@"),
      testSettings.SUPABASE_JWT_SECRET ?? "",
    );
    running.push(data);
    const embedded = gotrue && storage ? undefined : await startEmbedded(files, folder);
    if (embedded) running.push(embedded.service);
    gateway.open({
      data: data.url,
      auth: gotrue?.url ?? embedded?.url,
      storage: storage?.url ?? embedded?.url,
      embedded: embedded?.url,
    });
    if (gotrue) await createAccounts(gateway.url, people);
    else await openDatabase(cluster.url, (sql) => copyAccounts(sql, people));
    await openDatabase(owner, makeAdmin);
    return {
      url: gateway.url,
      database: cluster.url,
      versions: {
        PostgreSQL: cluster.version,
        PostgREST: versionOf(postgrest, ["--version"]),
        GoTrue: gotrue ? versionOf(gotrueProgram() ?? "", ["version"]) : "not run (GOTRUE_BIN names no program)",
        Storage: storage
          ? await openDatabase(cluster.url, lastOfStorage)
          : "not run (STORAGE_PROGRAM names no program)",
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

export const versionOf = (program: string, args: string[]) =>
  /v?\d+\.\d+[\w.-]*/.exec(execFileSync(program, args, { encoding: "utf8" }))?.[0] ?? "unknown";

const programsOf = (origin: PostgresOrigin, folder: string) =>
  origin === "installed" ? postgresPrograms() : copyPrograms(folder);

/**
 * Starts GoTrue with the settings that docs/commands.md requires of a hosted project; it migrates its own tables first.
 */
export async function startGotrue(
  { url }: Postgres,
  gateway: Gateway,
  folder: string,
): Promise<{ service: Service; url: string }> {
  const port = String(await freePort());
  const env = {
    PATH: process.env.PATH,
    PORT: port,
    GOTRUE_API_HOST: "127.0.0.1",
    API_EXTERNAL_URL: `${gateway.url}/auth/v1`,
    GOTRUE_SITE_URL: "http://localhost:8787",
    GOTRUE_DB_DRIVER: "postgres",
    DB_NAMESPACE: "auth",
    DATABASE_URL: url.replace("supabase_admin@", "supabase_auth_admin@"),
    GOTRUE_JWT_SECRET: testSettings.SUPABASE_JWT_SECRET,
    GOTRUE_JWT_EXP: testSettings.SUPABASE_JWT_EXPIRY,
    GOTRUE_JWT_AUD: "authenticated",
    GOTRUE_JWT_DEFAULT_GROUP_NAME: "authenticated",
    GOTRUE_JWT_ADMIN_ROLES: "supabase_admin,service_role",
    GOTRUE_DISABLE_SIGNUP: "true",
    GOTRUE_EXTERNAL_EMAIL_ENABLED: "true",
    GOTRUE_PASSWORD_MIN_LENGTH: "12",
    GOTRUE_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED: "true",
    GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: "10",
    GOTRUE_LOG_LEVEL: "warn",
  };
  const program = gotrueProgram() ?? "";
  execFileSync(program, ["migrate"], { env, stdio: ["ignore", "ignore", "inherit"] });
  const ready = async () => (await fetch(`http://127.0.0.1:${port}/health`)).ok;
  const service = await startService("GoTrue", program, ["serve"], env, join(folder, "gotrue.log"), ready);
  return { service, url: `http://127.0.0.1:${port}` };
}

/**
 * Starts the storage service with its files in a folder; it migrates its own tables first. It finds its migrations in
 * the working directory, and its only version is the name of the last of them.
 */
async function startStorage({ url }: Postgres, folder: string): Promise<{ service: Service; url: string }> {
  const port = String(await freePort());
  const program = resolve(storageProgram() ?? "");
  const env = {
    PATH: process.env.PATH,
    SERVER_HOST: "127.0.0.1",
    SERVER_PORT: port,
    AUTH_JWT_SECRET: testSettings.SUPABASE_JWT_SECRET,
    DATABASE_URL: url.replace("supabase_admin@", "supabase_storage_admin@"),
    DB_INSTALL_ROLES: "false",
    DB_SUPER_USER: "supabase_storage_admin",
    STORAGE_BACKEND: "file",
    STORAGE_FILE_BACKEND_PATH: join(folder, "files"),
    STORAGE_S3_BUCKET: "files",
    UPLOAD_FILE_SIZE_LIMIT: String(50 * 1024 * 1024),
    LOG_LEVEL: "warn",
  };
  const args = ["--chdir", join(dirname(program), "../.."), process.execPath, program];
  const ready = async () => (await fetch(`http://127.0.0.1:${port}/status`)).ok;
  const service = await startService("The storage service", "env", args, env, join(folder, "storage.log"), ready);
  return { service, url: `http://127.0.0.1:${port}` };
}

async function lastOfStorage(sql: Sql): Promise<string> {
  const { rows } = await sql.query("select id || ' ' || name as last from storage.migrations order by id desc limit 1");
  return `migration ${(rows[0] as { last: string }).last}`;
}

interface Account {
  id: string;
  email: string;
  encrypted_password: string;
}

/**
 * Removes the session check from the database of the files, because sessions begin in the other one.
 * @param data a folder that is not being served
 * @returns its accounts
 */
function withoutSessions(data: string): Promise<Account[]> {
  return openDatabase(data, async ({ query }) => {
    await query(`create or replace function public.is_admin() returns boolean language sql stable security definer
      set search_path = '' as 'select exists (select from public.admin_users a where a.id = auth.uid())'`);
    return (await query("select id, email, encrypted_password from auth.users")).rows as unknown as Account[];
  });
}

/** Creates the same accounts in GoTrue, with the ids that they have in the database of the files. */
async function createAccounts(url: string, people: Account[]): Promise<void> {
  const headers = { apikey: testSettings.SUPABASE_SECRET_KEY ?? "", "Content-Type": "application/json" };
  for (const { id, email } of people) {
    const role = email === testSettings.LOCAL_ADMIN_EMAIL ? "ADMIN" : "MEMBER";
    const password = testSettings[`LOCAL_${role}_PASSWORD`];
    const body = JSON.stringify({ id, email, password, email_confirm: true });
    const answer = await fetch(`${url}/auth/v1/admin/users`, { method: "POST", headers, body });
    if (!answer.ok) throw new Error(`GoTrue made no account: ${answer.status} ${await answer.text()}`);
  }
}

async function copyAccounts(sql: Sql, people: Account[]): Promise<void> {
  for (const { id, email, encrypted_password } of people)
    await sql.query("insert into auth.users (id, email, encrypted_password) values ($1, $2, $3)", [
      id,
      email,
      encrypted_password,
    ]);
}

async function makeAdmin(sql: Sql): Promise<void> {
  await sql.query("insert into public.admin_users select id from auth.users where email = $1", [
    testSettings.LOCAL_ADMIN_EMAIL,
  ]);
}

async function startEmbedded(files: string, folder: string): Promise<{ service: Service; url: string }> {
  const port = String(await freePort());
  const settings = { ...testSettings, SUPABASE_PORT: port, SUPABASE_DATA: files };
  const service = await startSupabase(settings, join(folder, "embedded.log"));
  return { service, url: `http://127.0.0.1:${port}` };
}
