import { describe, expect, test } from "vitest";
import { call, codeOf, headersOf, send, target } from "../ask.ts";

const read = (headers: Record<string, string>) => send("GET", "/rest/v1/education_tabs?select=id&limit=1", headers);
const claim = (headers: Record<string, string>) =>
  send("POST", "/rest/v1/rpc/claim_outbox", headers, { p_limit: 1, p_lease_seconds: 1 });

describe("a key", () => {
  test("is enough in apikey only: the publishable one reads, the secret one calls functions", async () => {
    expect((await read({ apikey: target.publishable })).status).toBe(200);
    expect((await claim({ apikey: target.secret })).status).toBe(200);
    expect((await send("GET", "/storage/v1/bucket/event-images", { apikey: target.secret })).status).toBe(200);
  });

  // Gateways differ here, so the Worker never sends a key as a bearer token.
  test("sent as a bearer token too is replaced or refused, and never gains rights", async () => {
    const { status } = await read({ apikey: target.publishable, Authorization: `Bearer ${target.publishable}` });
    expect([200, 401]).toContain(status);
    expect((await claim({ apikey: target.publishable, Authorization: `Bearer ${target.secret}` })).status).toBe(401);
  });

  test.each([
    ["missing", {}],
    ["only a bearer token", { Authorization: `Bearer ${target.publishable}` }],
    ["nobody's", { apikey: "sb_publishable_bm9ib2R5LW5vYm9keS1ub2I" }],
  ])("that is %s grants no access", async (_, headers: Record<string, string>) => {
    expect((await read(headers)).status).toBe(401);
    expect((await claim(headers)).status).toBe(401);
    expect((await send("POST", "/auth/v1/token?grant_type=password", headers, target.admin)).status).toBe(401);
  });

  test("of the secret kind can read no table", async () => {
    const reply = await send("GET", "/rest/v1/contact_messages?select=id", { apikey: target.secret });
    // The embedded Supabase has granted the tables, but shows nothing that way either.
    if (target.kind === "lite") expect([200, 403]).toContain(reply.status);
    else expect([reply.status, codeOf(reply)]).toEqual([403, "42501"]);
  });
});

describe("a token", () => {
  const forged = (claims: object) =>
    ["eyJhbGciOiJub25lIn0", Buffer.from(JSON.stringify(claims)).toString("base64url"), ""].join(".");

  test.each([
    ["that is none", "a.b.c"],
    ["that nobody has signed", forged({ role: "service_role", exp: 4_000_000_000 })],
    ["with a foreign signature", `${forged({ role: "service_role", exp: 4_000_000_000 })}AAAA`],
  ])("%s gives no role", async (_, token) => {
    const reply = await claim({ apikey: target.publishable, Authorization: `Bearer ${token}` });
    expect(reply.status).toBe(401);
  });

  test("without a signature grants nothing; the embedded Supabase uses the key instead", async () => {
    const token = forged({ role: "service_role", exp: 4_000_000_000 });
    const { status } = await read({ apikey: target.publishable, Authorization: `Bearer ${token}` });
    expect(status).toBe(target.kind === "lite" ? 200 : 401);
  });

  test("takes precedence over the key that it comes with", async () => {
    const { Authorization = "" } = await headersOf("member");
    const reply = await claim({ apikey: target.secret, Authorization });
    expect([reply.status, codeOf(reply)]).toEqual([403, "42501"]);
    expect((await call("member", "is_admin")).body).toBe(false);
    expect((await call("admin", "is_admin")).body).toBe(true);
  });
});
