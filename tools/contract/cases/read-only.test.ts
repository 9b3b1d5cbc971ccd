import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { call, codeOf, data, signIn, target } from "../ask.ts";

/** As Supabase locks a project that has outgrown its plan. */
const sql = postgres(target.database ?? "", { max: 1, onnotice: () => {} });

/** New sessions are locked or not; those that are open are ended, and the data API opens others. */
async function lock(on: boolean): Promise<void> {
  await sql.unsafe(
    `set transaction read write; alter database postgres set default_transaction_read_only = ${on ? "on" : "off"}`,
  );
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'authenticator'`;
  for (const until = Date.now() + 20_000; Date.now() < until; await pause(200))
    if ((await call("visitor", "education_page")).status === 200) return;
  throw new Error("The data API did not come back.");
}

beforeAll(async () => {
  await signIn(target.admin);
  await call("admin", "is_admin");
  await lock(true);
});
afterAll(async () => {
  await lock(false);
  await sql.end();
});

describe("a database that takes nothing more", () => {
  test("is read as before", async () => {
    expect((await call("visitor", "education_page")).status).toBe(200);
    expect((await data("admin", "GET", "contact_messages?select=id&limit=1")).status).toBe(200);
  });

  test.each([
    ["subscribe", { p_email: "late@contract.example", p_suspected_spam: false }],
    ["claim_outbox", { p_limit: 1, p_lease_seconds: 1 }],
    ["begin_sign_in", { p_account_key: "0".repeat(32), p_address_key: "0".repeat(32) }],
  ])("refuses %s with 25006", async (name, args) => {
    const reply = await call("worker", name, args);
    expect([reply.status, codeOf(reply)]).toEqual([405, "25006"]);
  });

  test("refuses an admin's edit with 25006", async () => {
    const reply = await data("admin", "PATCH", "education_tabs?tab_key=eq.resources", { label: "Late" });
    expect([reply.status, codeOf(reply)]).toEqual([405, "25006"]);
  });
});

test("and takes everything again afterwards", async () => {
  await lock(false);
  expect((await call("worker", "claim_outbox", { p_limit: 1, p_lease_seconds: 1 })).status).toBe(200);
});
