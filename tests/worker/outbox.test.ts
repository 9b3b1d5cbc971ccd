import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { withoutSignature } from "../../harness/serving/signed-address.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import {
  type Manner,
  manners,
  type StandIn,
  startNotifyEndpoint,
  startWaitlistEndpoint,
  waitlistToken,
} from "../../harness/serving/stand-in.ts";
import { ask, eventually, signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate, isAwake, readAsAdmin, withTables } from "./tables.ts";

/** The stack of an operator who has a waitlist endpoint and wants notices of new messages. */
let stack: Stack;
let endpoint: StandIn;
let notified: StandIn;
beforeAll(async () => {
  [endpoint, notified] = await Promise.all([startWaitlistEndpoint(), startNotifyEndpoint()]);
  stack = await startStack(databaseTemplate(), {
    WAITLIST_ENDPOINT_URL: endpoint.url,
    WAITLIST_API_TOKEN: waitlistToken,
    NOTIFY_URL: notified.url,
  });
  await isAwake(stack);
});
afterAll(() => Promise.all([stack?.stop(), endpoint?.stop(), notified?.stop()]));
beforeEach(() => {
  for (const standIn of [endpoint, notified]) {
    standIn.received.length = 0;
    standIn.answer("by the protocol");
  }
});

const visitor = () => new Visitor(stack.url);
// In the first of every ten minutes the doctor would call the stand-ins too.
const cron = () => ask(stack.url, "/cdn-cgi/handler/scheduled?time=60000");
const arrivals = (standIn: StandIn, count: number) =>
  eventually(() => standIn.received.length >= count && standIn.received, `${count} deliveries`);
const isFinal = /^status 40[01]$/;

describe("the waitlist endpoint", () => {
  const join = (email: string, fields: Record<string, string> = {}) =>
    visitor().post("/events", { name: "Kaʻiulani", email, event: "ethereum", ...fields });
  const addressOf = ({ body }: StandIn["received"][number]) => (body as { email: string }).email;

  interface State {
    attempts: number;
    delivered: boolean;
    failed: boolean;
    error: string | null;
  }

  /** Waits until the outbox has the expected state for every email address. */
  async function settled(expected: Record<string, State>) {
    let found: Record<string, State> = {};
    const isSettled = async () => {
      const rows = await readAsAdmin(stack, "outbox?select=*,waitlist_entries(email)&kind=eq.waitlist");
      const states = rows.map((row) => [
        (row.waitlist_entries as { email: string }).email,
        {
          attempts: row.attempts,
          delivered: row.delivered_at !== null,
          failed: row.failed_at !== null,
          error: row.last_error,
        },
      ]);
      const all = Object.fromEntries(states);
      found = Object.fromEntries(Object.keys(expected).map((email) => [email, all[email]]));
      return JSON.stringify(found) === JSON.stringify(expected);
    };
    await eventually(isSettled, "what the outbox should say").catch(() => expect(found).toEqual(expected));
  }

  const state = (error: string | null, attempts = 1): State => ({
    attempts,
    delivered: error === null,
    failed: error !== null && isFinal.test(error),
    error,
  });

  test("receives name, email and event from the Worker, with the API-token header and an idempotency key", async () => {
    const answer = await join("forwarded@example.org");
    expect(answer.status).toBe(303);
    const [sent] = await arrivals(endpoint, 1);
    expect(sent?.body).toEqual({ name: "Kaʻiulani", email: "forwarded@example.org", event: "ethereum" });
    expect(sent?.headers["x-api-token"]).toBe(waitlistToken);
    expect(sent?.headers["idempotency-key"]).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("receives the entries of every form, including the pizza party and the event pages", async () => {
    await visitor().post("/global-pizza-party", { name: "Kaleo", email: "everywhere@example.org" });
    await visitor().post("/events/nft-art-showcase", { name: "Kaleo", email: "everywhere@example.org" });
    const sent = await arrivals(endpoint, 2);
    expect(sent.map(({ body }) => (body as { event: string }).event).sort()).toEqual([
      "global-pizza-party",
      "nft-art-showcase",
    ]);
  });

  test("receives an email address once, however often it is entered, and never a bot's", async () => {
    await Promise.all(Array.from({ length: 5 }, () => join("once@example.org")));
    await join("ONCE@example.org");
    await join("robot@example.org", { nickname2: "x" });
    await join("after@example.org");
    await eventually(() => endpoint.received.some((each) => addressOf(each) === "after@example.org"), "the last");
    const addresses = endpoint.received.map((each) => addressOf(each).toLowerCase());
    expect(addresses.sort()).toEqual(["after@example.org", "once@example.org"]);
  });

  test("receives other entries without delay while one is stuck", async () => {
    endpoint.answer((received) => (addressOf(received) === "stuck@example.org" ? "silence" : "by the protocol"));
    await join("stuck@example.org");
    await arrivals(endpoint, 1);
    const started = Date.now();
    await join("fluent@example.org");
    await arrivals(endpoint, 2);
    expect(Date.now() - started, "before the first has been given up").toBeLessThan(4000);
    await settled({ "stuck@example.org": state("no answer"), "fluent@example.org": state(null) });
  });

  /** What each behavior leaves in the outbox: null if it counts as delivered, since only the status counts. */
  const outcomes: Record<keyof typeof manners, string | null> = {
    "200": null,
    "400": "status 400",
    "401": "status 401",
    "429": "status 429",
    "429 with a time": "status 429",
    "500": "status 500",
    HTML: null,
    "huge body": null,
    redirect: "no answer",
    silence: "no answer",
    stall: null,
    reset: "no answer",
  };
  const names = Object.keys(outcomes) as (keyof typeof manners)[];
  const addressFor = (name: string) => `${name.replaceAll(" ", "-").toLowerCase()}@example.org`;

  test("may respond in any way: the visitor sees success, and the outbox records the outcome", async () => {
    const byAddress = new Map<string, Manner>(names.map((name) => [addressFor(name), manners[name]]));
    endpoint.answer((received) => byAddress.get(addressOf(received)) ?? "by the protocol");
    for (const name of names) {
      const fields = { name: "Kaleo", email: addressFor(name), event: "bitcoin" };
      const answer = await visitor().postAndFollow("/events", fields);
      expect.soft(withoutSignature(answer.path)).toBe("/events?done=waitlist&event=bitcoin#waitlist");
      expect.soft(new Page(answer.body).text('#waitlist [role="status"]')).toContain("You've been added");
    }
    await settled(Object.fromEntries(names.map((name) => [addressFor(name), state(outcomes[name])])));
    expect(endpoint.received.map(addressOf).sort(), "no redirect followed, nothing sent twice").toEqual(
      names.map(addressFor).sort(),
    );
    expect(endpoint.received.find((each) => addressOf(each) === addressFor("huge body"))?.taken).toBeLessThan(20e6);
    const waits = await readAsAdmin(
      stack,
      "outbox?select=next_attempt_at,waitlist_entries!inner(email)&last_error=eq.status 429",
    );
    const minutes = Object.fromEntries(
      waits.map((row) => [
        (row.waitlist_entries as { email: string }).email,
        Math.round((Date.parse(String(row.next_attempt_at)) - Date.now()) / 60_000),
      ]),
    );
    expect(minutes).toEqual({ "429@example.org": 1, "429-with-a-time@example.org": 30 });
  });

  test("receives what is due by cron, more than one batch, and only once even from two Workers at the same time", async () => {
    const left = [
      ...names.filter((name) => /429|500|no answer/.test(outcomes[name] ?? "")).map(addressFor),
      "stuck@example.org",
    ];
    expect(left.length, "more than a batch").toBeGreaterThan(5);
    await cron();
    expect(endpoint.received, "nothing is due before a minute has passed").toHaveLength(0);
    const before = await withTables(stack, async (sql) => {
      await sql(`update public.outbox set next_attempt_at = now() where delivered_at is null and failed_at is null`);
      return sql<{ email: string; key: string }>(
        "select w.email, o.idempotency_key as key from public.outbox o join public.waitlist_entries w on w.id = o.waitlist_entry_id",
      );
    });
    const ticks = await Promise.all([cron(), cron()]);
    expect(ticks.map(({ status }) => status)).toEqual([200, 200]);
    await settled(Object.fromEntries(left.map((email) => [email, state(null, 2)])));
    expect(endpoint.received.map(addressOf).sort()).toEqual(left.sort());
    const keys = new Map(before.map(({ email, key }) => [email, key]));
    for (const each of endpoint.received) {
      expect.soft(each.headers["idempotency-key"], "the same key as before").toBe(keys.get(addressOf(each)));
      expect.soft(each.body).toMatchObject({ event: addressOf(each) === "stuck@example.org" ? "ethereum" : "bitcoin" });
    }
  });
});

describe("the receiver of notices of new messages", () => {
  let messages = 0;
  const write = (fields: Record<string, string> = {}) => {
    messages += fields.nickname2 ? 0 : 1;
    const message = fields.nickname2 ? "Buy this" : `Aloha ${messages}`;
    return visitor().send("/contact", {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded", "X-Forwarded-Host": "elsewhere.example" },
      body: new URLSearchParams({ name: "Kaleo", email: "kaleo@example.org", message, ...fields }).toString(),
    });
  };
  /** Slack shows `text`, Discord `content`. */
  const noticeOf = (count: number) => {
    const link = `${stack.settings.SITE_ORIGIN}/admin/messages`;
    const text = `Hawaiʻi Blockchain Community: ${count} new ${count === 1 ? "message" : "messages"}. ${link}`;
    return { kind: "message", count, link, text, content: text };
  };
  let admin: Visitor;
  beforeAll(async () => {
    admin = await signIn(new Visitor(stack.url));
  });
  const look = async (path: string) => new Page((await admin.get(path)).body);
  const panel = async () => (await look("/admin/messages")).text('[aria-labelledby="notice"] p');
  const says = (text: string) => eventually(async () => (await panel())?.startsWith(text), `“${text}”`);
  const isQuiet = () =>
    eventually(async () => {
      const rows = await readAsAdmin(stack, "outbox?select=id&kind=eq.notice&delivered_at=is.null");
      return rows.length === 0;
    }, "no notice waiting");

  test("receives their number and a link, with an idempotency key, and nothing about the sender", async () => {
    expect((await write()).status).toBe(200);
    const [sent] = await arrivals(notified, 1);
    expect(sent?.method).toBe("POST");
    expect(sent?.body).toEqual(noticeOf(1));
    expect(sent?.headers["idempotency-key"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.stringify(sent)).not.toMatch(/kaleo|aloha|@|203\.0\.113/i);
    for (const name of ["x-api-token", "authorization", "cookie"]) expect.soft(sent?.headers[name]).toBeUndefined();
    await isQuiet();
    expect(await panel()).toBeUndefined();
  });

  test("receives nothing for a bot's message or for one that was sent before", async () => {
    expect((await write({ nickname2: "x" })).status).toBe(200);
    expect((await write({ message: "Aloha 1" })).status).toBe(200);
    messages -= 1;
    await write();
    await arrivals(notified, 1);
    await isQuiet();
    expect(notified.received.map(({ body }) => body)).toEqual([noticeOf(2)]);
  });

  test("may respond in any way: the visitor gets the receipt, admins see the last error, and Retry sends it again", async () => {
    const failures: [keyof typeof manners, string][] = [
      ["500", "1 attempt so far: status 500; next "],
      ["silence", "2 attempts so far: no answer; next "],
      ["429", "3 attempts so far: status 429; next "],
      ["redirect", "4 attempts so far: no answer; next "],
      ["429 with a time", "5 attempts so far: status 429; next "],
      ["reset", "6 attempts so far: no answer; next "],
      ["401", "Given up after 7 attempts: status 401."],
      ["400", "Given up after 8 attempts: status 400."],
    ];
    for (const [name, text] of failures) {
      notified.answer(manners[name]);
      if (name === "500") expect((await write()).status).toBe(200);
      else
        expect(withoutSignature((await admin.post("/admin/messages", { intent: "retry" })).headers.location)).toBe(
          "/admin/messages?done=retried",
        );
      await says(text);
    }
    expect(notified.received).toHaveLength(failures.length);
    expect(new Set(notified.received.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    const attention = (await look("/admin")).text('[aria-labelledby="attention"]');
    expect(attention).toContain("Notices of new messages are not being delivered Messages");
    expect(attention).not.toContain("No address for notices");
    expect(attention).toMatch(/2 deliveries are failing: .+ People/);

    for (const name of ["HTML", "huge body", "stall", "200"] as const) {
      notified.answer(manners[name]);
      await write();
      await isQuiet();
    }
    expect(notified.received.slice(failures.length).map(({ body }) => (body as { count: number }).count)).toEqual(
      [3, 2, 1, 0].map((later) => messages - later),
    );
    expect(await panel()).toBeUndefined();
    expect((await look("/admin")).text('[aria-labelledby="attention"]')).not.toContain("does not arrive");
  });

  test("receives one notice, with another key, for all messages that came while it was down", async () => {
    notified.answer({ status: 503, body: {} });
    await write();
    await says("1 attempt so far: status 503");
    for (let count = 0; count < 3; count++) await write();
    expect(notified.received, "it waits for its time").toHaveLength(1);
    notified.answer("by the protocol");
    await admin.post("/admin/messages", { intent: "retry" });
    await isQuiet();
    expect(notified.received.map(({ body }) => (body as { count: number }).count)).toEqual([messages - 3, messages]);
    expect(new Set(notified.received.map(({ headers }) => headers["idempotency-key"])).size).toBe(2);
  });
});
