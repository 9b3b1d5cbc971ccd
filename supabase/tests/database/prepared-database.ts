import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import "../../../harness/serving/fewer-messages.ts";
import { keepFewParsers } from "../../../harness/serving/parsers.ts";

export type Actor = "stranger" | "member" | "editor" | "admin" | "worker";
export type Row = Record<string, unknown>;

export const roleOf = {
  stranger: "anon",
  member: "authenticated",
  editor: "authenticated",
  admin: "authenticated",
  worker: "service_role",
} as const;

/** SQLSTATE for what a role is not allowed to do, by grant or by policy. */
export const denied = "42501";
export const checkViolation = "23514";
export const uniqueViolation = "23505";
export const invalidParameter = "22023";

/** The session IDs in tokens; the member's is not a session of ours. The admin is an owner. */
const sessions: Partial<Record<Actor, string>> = {
  admin: "00000000-0000-4000-8000-000000000001",
  editor: "00000000-0000-4000-8000-000000000002",
  member: "00000000-0000-4000-8000-000000000003",
};

const accounts = { member: "member@example.org", admin: "admin@example.org" };

interface OpenDatabase {
  db: PGlite;
  folder: string;
}

/** The copy for all files of this process whose tests are rolled back: opening one takes as long as ten tests. */
let shared: Promise<OpenDatabase> | undefined;

/** Opens a copy of the prepared data folder; global setup deletes it, if it still exists. */
async function openCopy(): Promise<OpenDatabase> {
  const template = process.env.TEST_DATABASE_TEMPLATE;
  if (!template) throw new Error("TEST_DATABASE_TEMPLATE names no prepared data folder");
  const folder = mkdtempSync(join(dirname(template), "copy-"));
  cpSync(template, folder, { recursive: true });
  const db = await PGlite.create(folder);
  await keepFewParsers(db);
  return { db, folder };
}

function sharedCopy(): Promise<OpenDatabase> {
  shared ??= openCopy();
  return shared;
}

/**
 * Prepares a database for the tests of one file. Every test runs in a transaction that is rolled back,
 * so `now()` does not advance during a test.
 * @param options.alone whether they need a database that no other file uses, because they commit, or count what is read
 */
export function prepareDatabase({ alone = false } = {}) {
  let open: OpenDatabase;
  let db: PGlite;
  const ids: Partial<Record<Actor, string>> = {};

  const sql = async <Result extends Row = Row>(text: string, ...parameters: unknown[]): Promise<Result[]> =>
    (await db.query<Result>(text, parameters)).rows;

  /** Begins a session of an admin that replaces the previous one. */
  const signIn = (actor: "admin" | "editor" = "admin") =>
    sql("select public.begin_session($1, $2, 'A test', p_in_place_of => $2)", ids[actor], sessions[actor]);

  beforeAll(async () => {
    open = await (alone ? openCopy() : sharedCopy());
    db = open.db;
    for (const [actor, email] of Object.entries(accounts)) {
      const [user] = await sql<{ id: string }>("select id from auth.users where email = $1", email);
      if (!user) throw new Error(`the prepared database has no account ${email}`);
      ids[actor as Actor] = user.id;
    }
    await signIn();
  }, 60_000);
  beforeEach(async () => {
    await db.exec("begin");
  });
  afterEach(async () => {
    await db.exec("rollback");
  });
  afterAll(async () => {
    if (!alone) return;
    await open?.db.close();
    rmSync(open.folder, { recursive: true, force: true });
  });

  return {
    /** Runs SQL as the owner of the tables. */
    sql,
    signIn,
    /** Adds the account of an editor for the duration of the test. */
    async addEditor(): Promise<void> {
      ids.editor = "00000000-0000-4000-8000-0000000000ed";
      await sql(
        "insert into auth.users (id, aud, role, email) values ($1, 'authenticated', 'authenticated', 'editor@example.org')",
        ids.editor,
      );
      await sql("insert into public.admin_users (id, role) values ($1, 'editor')", ids.editor);
      await signIn("editor");
    },
    /** Runs SQL as the data API would for this actor; a failure leaves the transaction usable. */
    async as<Result extends Row = Row>(actor: Actor, text: string, ...parameters: unknown[]): Promise<Result[]> {
      const role = roleOf[actor];
      const claims = { role, ...(ids[actor] && { sub: ids[actor], session_id: sessions[actor] }) };
      await db.exec("savepoint attempt");
      try {
        await sql(
          `select set_config('request.jwt.claims', $1, true), set_config('request.jwt.claim.sub', $2, true),
             set_config('request.jwt.claim.role', $3, true), set_config('role', $3, true)`,
          JSON.stringify(claims),
          ids[actor] ?? "",
          role,
        );
        const rows = await sql<Result>(text, ...parameters);
        await db.exec("reset role");
        await sql(
          `select set_config('request.jwt.claims', '', true), set_config('request.jwt.claim.sub', '', true),
             set_config('request.jwt.claim.role', '', true)`,
        );
        return rows;
      } catch (error) {
        await db.exec("rollback to savepoint attempt");
        throw error;
      }
    },
    /** Returns the single value of a function call. */
    async call<Value = string>(actor: Actor, text: string, ...parameters: unknown[]): Promise<Value> {
      const [row] = await this.as<{ answer: Value }>(actor, `select ${text} as answer`, ...parameters);
      if (!row) throw new Error("no answer");
      return row.answer;
    },
    /** Runs SQL as the owner of the tables; a failure leaves the transaction usable. */
    async attempt(text: string, ...parameters: unknown[]): Promise<Row[]> {
      await db.exec("savepoint attempt");
      try {
        return await sql(text, ...parameters);
      } catch (error) {
        await db.exec("rollback to savepoint attempt");
        throw error;
      }
    },
    idOf(actor: "member" | "editor" | "admin"): string {
      return ids[actor] as string;
    },
    /** Does something to one person of an event, as an admin's bulk action. @returns what became of it */
    async actOn(
      verb: "told" | "give" | "check-in" | "clear" | "cancel",
      id: string | undefined,
      { mails = false, forward = false }: { mails?: boolean; forward?: boolean } = {},
    ): Promise<string | undefined> {
      const [entry] = await sql<{ event_id: string }>("select event_id from public.waitlist_entries where id = $1", id);
      const action = await this.call<string | null>(
        "admin",
        "public.stage_bulk_action($1, $2, $3)",
        entry?.event_id,
        verb,
        [id],
      );
      if (!action) return undefined;
      await this.call("admin", "public.apply_bulk_action($1, $2, $3)", action, mails, forward);
      type Page = { people: { outcome: string }[] };
      return (await this.call<Page>("admin", "public.bulk_action_page($1, $2)", action, mails)).people[0]?.outcome;
    },
  };
}

export type PreparedDatabase = ReturnType<typeof prepareDatabase>;

/** Returns 32 hexadecimal digits that are different for each number. */
export const key = (number: number) => number.toString(16).padStart(32, "0");

/** Adds a resource, published unless specified otherwise. @returns its id */
export async function addResource(
  database: PreparedDatabase,
  fields: { tab?: string; title?: string; description?: string; published?: boolean; order?: number } = {},
): Promise<string> {
  const { tab = "resources", title = "A resource", description = "About it.", published = true, order = 1 } = fields;
  const [row] = await database.sql<{ id: string }>(
    `insert into public.education_resources (tab_key, title, description, url, is_published, display_order)
     values ($1, $2, $3, 'https://example.org/', $4, $5) returning id`,
    tab,
    title,
    description,
    published,
    order,
  );
  return row?.id as string;
}

/** Adds an event, published unless specified otherwise. @returns its id */
export async function addEvent(database: PreparedDatabase, eventKey: string, published = true): Promise<string> {
  const [row] = await database.sql<{ id: string }>(
    `insert into public.events (key, title, place, summary, is_published)
     values ($1, 'An event', 'Honolulu', 'A summary.', $2) returning id`,
    eventKey,
    published,
  );
  return row?.id as string;
}
