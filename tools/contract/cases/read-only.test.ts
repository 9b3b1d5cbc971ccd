import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call, codeOf, data, headersOf, type Reply, target } from "../ask.ts";

const sql = postgres(target.database ?? "", { max: 1, onnotice: () => {} });
const outcome = (reply: Reply) => [reply.status, codeOf(reply)];
const claim = () => call("worker", "claim_outbox", { p_limit: 1, p_lease_seconds: 1 });
const edit = () => data("admin", "PATCH", "education_tabs?tab_key=eq.nothing", { label: "Late" });

/** Retries until the data API has reopened its sessions and `isSo` holds. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 20_000; Date.now() < end; await pause(200)) if (await isSo()) return;
  throw new Error("The data API did not come round.");
}

afterAll(() => sql.end());

describe("roles whose transactions are read-only", () => {
  const lock = async (on: boolean) => {
    // Newer versions refuse "reset transaction_read_only".
    await sql.unsafe(
      on
        ? `alter role authenticated set transaction_read_only = on; alter role service_role set transaction_read_only = on`
        : `alter role authenticated reset all; alter role authenticated set statement_timeout = '4s'; alter role service_role reset all; alter role service_role set statement_timeout = '4s'`,
    );
    await sql`notify pgrst, 'reload config'`;
    await until(async () => ((await claim()).status === 200) !== on);
  };
  beforeAll(async () => {
    // A session cannot begin once writes are locked.
    await headersOf("admin");
    await lock(true);
  });
  afterAll(() => lock(false));

  test("can still read", async () => {
    expect((await call("visitor", "education_page")).status).toBe(200);
    expect((await data("admin", "GET", "contact_messages?select=id&limit=1")).status).toBe(200);
  });

  test.each([
    ["subscribe", { p_email: "late@contract.example", p_suspected_spam: false }],
    ["claim_outbox", { p_limit: 1, p_lease_seconds: 1 }],
    ["begin_sign_in", { p_account_key: "0".repeat(32), p_address_key: "0".repeat(32) }],
  ])("get 25006 for %s", async (name, args) => {
    expect(outcome(await call("worker", name, args))).toEqual([405, "25006"]);
  });

  test("get 25006 for an edit", async () => {
    expect(outcome(await edit())).toEqual([405, "25006"]);
  });
});

describe("a database with read-only transactions by default, as after outgrowing its plan", () => {
  const lock = async (on: boolean) => {
    await sql.unsafe(`set default_transaction_read_only = off`);
    await sql.unsafe(`alter database postgres set default_transaction_read_only = ${on ? "on" : "off"}`);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'authenticator'`;
    await until(async () => (await call("visitor", "education_page")).status === 200);
  };
  beforeAll(async () => {
    // A session cannot begin once writes are locked.
    await headersOf("admin");
    await lock(true);
  });
  afterAll(() => lock(false));

  test("refuses writes with 25006 unless the transaction asks for read-write", async () => {
    const other = postgres(target.database ?? "", { max: 1, onnotice: () => {} });
    const refused = other`update public.education_tabs set label = label`.catch((error: unknown) => error);
    expect(await refused).toMatchObject({ code: "25006" });
    await other.end();
  });

  test("lets nobody try a password, because the auth server could not begin a session", async () => {
    const keys = { p_account_key: "0".repeat(32), p_address_key: "0".repeat(32) };
    expect(await call("worker", "begin_sign_in", keys)).toMatchObject({ status: 200, body: -1 });
  });

  // PostgREST begins each transaction that may write with READ WRITE, which overrides the default.
  test("can still be read and written through the data API", async () => {
    expect((await claim()).status).toBe(200);
    expect((await edit()).status).toBe(204);
  });
});
