import { execFileSync, spawn } from "node:child_process";
import { closeSync, createReadStream, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import postgres from "postgres";

/** What is ours in a Supabase project's database, and what Supabase keeps for it; the rest is its platform's. */
const schemas = ["public", "auth", "storage", "supabase_migrations"];
/** Roles that grants, policies and owners of such a database name. */
const roles = [
  "anon",
  "authenticated",
  "authenticator",
  "dashboard_user",
  "pgbouncer",
  "supabase_admin",
  "supabase_auth_admin",
  "supabase_read_only_user",
  "supabase_realtime_admin",
  "supabase_replication_admin",
  "supabase_storage_admin",
];

/** The same with a password in the environment: command lines can be read by every process of the machine. */
function connection(url: string): { url: string; env: NodeJS.ProcessEnv } {
  const open = new URL(url);
  const { password } = open;
  open.password = "";
  return { url: open.href, env: { ...process.env, ...(password && { PGPASSWORD: decodeURIComponent(password) }) } };
}

/** Writes a dump of all rows, rules and functions that a restore needs. @param programs the folder of pg_dump */
export function makeDump(programs: string, database: string, file: string): void {
  const { url, env } = connection(database);
  const wanted = schemas.map((name) => `--schema=${name}`);
  execFileSync(join(programs, "pg_dump"), ["--format=custom", ...wanted, `--file=${file}`, `--dbname=${url}`], { env });
}

function isCustom(file: string): boolean {
  const start = Buffer.alloc(5);
  const descriptor = openSync(file, "r");
  readSync(descriptor, start, 0, 5, 0);
  closeSync(descriptor);
  return start.toString() === "PGDMP";
}

/** The number of rows that a dump has for each table; a table without data in it is not there. @param lines of its SQL */
export async function countRows(lines: AsyncIterable<string> | Iterable<string>): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  let table = "";
  for await (const line of lines) {
    if (table) {
      if (line === "\\.") table = "";
      else counts.set(table, (counts.get(table) ?? 0) + 1);
      continue;
    }
    const [, name = ""] = /^COPY (\S+) (?:\(.*\) )?FROM stdin;$/.exec(line) ?? [];
    table = name.replaceAll('"', "");
    if (table) counts.set(table, 0);
  }
  return counts;
}

/** The number of rows of each table in a dump file, in pg_dump's own format or in SQL. */
export async function rowsInDump(programs: string, file: string): Promise<Map<string, number>> {
  if (!isCustom(file))
    return countRows(createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY }));
  const wanted = schemas.map((name) => `--schema=${name}`);
  const child = spawn(join(programs, "pg_restore"), ["--data-only", ...wanted, "--file=-", file], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  return countRows(createInterface({ input: child.stdout }));
}

/** Whether a dump in SQL makes the schema that a fresh cluster has already. */
async function makesPublic(file: string): Promise<boolean> {
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (line === "CREATE SCHEMA public;") return true;
    if (line.startsWith("COPY ")) return false;
  }
  return false;
}

/** Runs statements as the owner of a cluster. */
async function execute(target: string, ...statements: string[]): Promise<void> {
  const client = postgres(target, { max: 1, onnotice: () => {} });
  try {
    for (const statement of statements) await client.unsafe(statement);
  } finally {
    await client.end();
  }
}

/**
 * Restores a dump into an empty cluster, all or nothing. What every Supabase project has (roles, and that they may use the schemas)
 * is made here: a dump holds it only in part.
 * @throws Error with what PostgreSQL says
 */
export async function restoreDump(programs: string, file: string, target: string): Promise<void> {
  const ofProject = [
    ...roles.map((role) => `create role ${role} nologin`),
    "create role service_role nologin bypassrls",
  ];
  await execute(target, ...ofProject, "create schema extensions");
  let program = "psql";
  let args = ["--quiet", "--no-psqlrc", "--single-transaction", "--set=ON_ERROR_STOP=1", `--file=${file}`, target];
  if (isCustom(file)) {
    await execute(target, ...schemas.slice(1).map((schema) => `create schema ${schema}`));
    program = "pg_restore";
    const wanted = schemas.map((name) => `--schema=${name}`);
    args = ["--exit-on-error", "--single-transaction", "--no-owner", ...wanted, `--dbname=${target}`, file];
  } else if (await makesPublic(file)) await execute(target, "drop schema public");
  try {
    execFileSync(join(programs, program), args, { stdio: ["ignore", "ignore", "pipe"], encoding: "utf8" });
  } catch (error) {
    throw new Error(`The dump cannot be restored: ${String((error as { stderr?: string }).stderr).trim()}`);
  }
  await execute(target, "grant usage on schema public, auth, storage to anon, authenticated, service_role");
}
