import { readFileSync } from "node:fs";
import { beginSession, keysOf, localAdmin } from "../../harness/serving/begin-session.ts";
import { createDatabase } from "../../harness/serving/databases.ts";
import { openDatabase } from "../../harness/serving/owner.ts";
import type { Stack } from "../../harness/serving/stack.ts";
import { ask, eventually } from "./client.ts";

export type Row = Record<string, unknown>;
export type Sql = <Result = Row>(text: string, ...parameters: unknown[]) => Promise<Result[]>;

/** Opens a database that no server is using, as the owner of its tables. @param url of it */
export function withDatabase<Result>(url: string, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  return openDatabase(url, ({ query }) =>
    work(async (text, ...parameters) => (await query(text, parameters)).rows as never),
  );
}

/** Queries the database of a running stack as the owner of its tables. */
export function withTables<Result>(stack: Stack, work: (sql: Sql) => Promise<Result>): Promise<Result> {
  return work((text, ...parameters) => stack.query(text, parameters) as Promise<never>);
}

/** Starts the embedded Supabase and waits until the Worker, which is not restarted, can read from it again. */
export async function startAgain(stack: Stack): Promise<void> {
  await stack.startSupabase();
  await isAwake(stack);
}

/** Waits until the Worker's database responds within the time limit of a request, even on a busy machine. */
export async function isAwake(stack: Stack): Promise<void> {
  const returned = async () => (await ask(stack.url, "/healthz?deep")).status === 200;
  await eventually(returned, "the return of the database", 20);
}

const tokens = new WeakMap<Stack, Promise<string>>();

/** The token of the local admin, who signs in only once: each password check costs the database a tenth of a second. */
function adminToken(stack: Stack): Promise<string> {
  const token = tokens.get(stack) ?? beginSession(keysOf(stack.settings), localAdmin(stack.settings));
  tokens.set(stack, token);
  return token;
}

/**
 * What the data API returns to the local admin, for rows that are awaited while everything runs.
 * @param changes to apply to the rows that the query finds
 */
export async function readAsAdmin(stack: Stack, query: string, changes?: Row): Promise<Row[]> {
  const { SUPABASE_URL, SUPABASE_PUBLISHABLE_KEY: apikey = "" } = stack.settings;
  const answer = await fetch(`${SUPABASE_URL}/rest/v1/${query}`, {
    headers: {
      ...{ apikey, Authorization: `Bearer ${await adminToken(stack)}` },
      ...(changes ? { "Content-Type": "application/json", Prefer: "return=representation" } : {}),
    },
    ...(changes ? { method: "PATCH", body: JSON.stringify(changes) } : {}),
  });
  if (!answer.ok) throw new Error(`the data API answers ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Row[];
}

/** The path of an event's place in the admin area. @param key of the event */
export async function placeOf(stack: Stack, key: string): Promise<string> {
  const [event] = await stack.query("select id from public.events where key = $1", [key]);
  return `/admin/events/${event?.id}`;
}

/** The database that vitest's global setup has made. */
export function databaseTemplate(): string {
  const template = process.env.TEST_STACK_TEMPLATE;
  if (!template) throw new Error("TEST_STACK_TEMPLATE names no prepared database");
  return template;
}

let season: Promise<string> | undefined;

/** The same with the sample season, for all files of this process. */
export function seasonTemplate(): Promise<string> {
  season ??= addSeason();
  return season;
}

async function addSeason(): Promise<string> {
  const database = await createDatabase(databaseTemplate());
  await openDatabase(database, ({ exec }) => exec(readFileSync("supabase/samples.sql", "utf8")));
  return database;
}
