import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Stack, startStack } from "../support/stack.ts";
import {
  type Manner,
  newsletterToken,
  type StandIn,
  startNewsletterProvider,
  startWaitlistEndpoint,
  waitlistToken,
} from "../support/stand-in.ts";
import { ask, eventually, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate, readAsAdmin, withTables } from "./tables.ts";

/** As an operator runs it who has a newsletter provider and a waitlist endpoint. */
let stack: Stack;
let provider: StandIn;
let endpoint: StandIn;
beforeAll(async () => {
  [provider, endpoint] = await Promise.all([startNewsletterProvider(), startWaitlistEndpoint()]);
  stack = await startStack(databaseTemplate(), {
    NEWSLETTER_API_URL: provider.url,
    NEWSLETTER_API_TOKEN: newsletterToken,
    WAITLIST_ENDPOINT_URL: endpoint.url,
    WAITLIST_API_TOKEN: waitlistToken,
  });
});
afterAll(() => Promise.all([stack?.stop(), provider?.stop(), endpoint?.stop()]));

const visitor = () => new Visitor(stack.url);
const generic = "Something went wrong. Please try again.";
const network = "Network error. Please check your connection and try again.";

describe("the newsletter provider", () => {
  beforeEach(() => {
    provider.received.length = 0;
    provider.answer("by the protocol");
  });
  let number = 0;
  const subscribe = async (path = "/insights") => {
    number += 1;
    const email = `reader${number}@example.org`;
    const answer = await visitor().postAndFollow(path, { email });
    const page = new Page(answer.body);
    return {
      ...answer,
      email,
      page,
      said: page.text('[role="status"]'),
      failed: page.texts('[role="alert"]').join(" "),
    };
  };

  test("gets the six fields, the bearer token, and nothing else of the visitor", async () => {
    const { email } = await subscribe();
    expect(provider.received).toHaveLength(1);
    const [sent] = provider.received;
    expect(sent?.method).toBe("POST");
    expect(sent?.body).toEqual({
      email,
      reactivate_existing: false,
      send_welcome_email: true,
      utm_source: "website",
      utm_medium: "newsletter_signup",
      utm_campaign: "insights_page",
    });
    expect(sent?.headers.authorization).toBe(`Bearer ${newsletterToken}`);
    expect(sent?.headers["content-type"]).toBe("application/json");
    for (const name of ["cookie", "x-forwarded-for", "referer"]) expect.soft(sent?.headers[name]).toBeUndefined();
  });

  test("utm_campaign is insights_page from the frame on the home page too", async () => {
    await subscribe("/newsletter/embed");
    expect(provider.received[0]?.body).toMatchObject({ utm_campaign: "insights_page" });
  });

  test.each(["pending", "validating"])("answers %s: “Check your email to confirm.”", async (status) => {
    provider.answer({ status: 201, body: { data: { id: "sub_1", status } } });
    for (const path of ["/insights", "/newsletter/embed"]) {
      const answer = await subscribe(path);
      expect.soft(answer.path).toBe(`${path}?done=pending#newsletter`);
      expect
        .soft(answer.said?.replace(/\s*Check/, " Check"))
        .toBe("Thanks for subscribing! Check your email to confirm.");
      expect.soft(answer.page.text(".toast")).toBe("Thanks for subscribing! Check your email to confirm.");
      expect.soft(answer.page.value("email") ?? "", "the input is cleared").toBe("");
    }
  });

  test("answers active: “Thanks for subscribing!”, without asking for a confirmation", async () => {
    provider.answer({ status: 200, body: { data: { id: "sub_1", status: "active" } } });
    const answer = await subscribe();
    expect(answer.path).toBe("/insights?done=subscribed#newsletter");
    expect(answer.said).toBe("Thanks for subscribing!");
  });

  test.each([
    ["invalid", { status: 201, body: { data: { status: "invalid" } } }],
    ["inactive", { status: 201, body: { data: { status: "inactive" } } }],
    ["a status that nobody knows", { status: 201, body: { data: { status: "toString" } } }],
    ["no status", { status: 201, body: { data: {} } }],
    ["no body", { status: 204 }],
    ["HTML", { status: 200, text: "<!doctype html><h1>Welcome</h1>" }],
    ["a list", { status: 200, body: [] }],
    ["null", { status: 200, body: null }],
    ["401 with a message", { status: 401, body: { errors: [{ message: "Invalid API key" }] } }],
    ["403 with a message", { status: 403, body: { message: "Forbidden publication" } }],
    ["429 with a message", { status: 429, body: { errors: [{ message: "Slow down" }] } }],
    ["500 with a message", { status: 500, body: { message: "Stack trace" } }],
    ["500 as HTML", { status: 500, text: "<h1>Bad gateway</h1>" }],
    ["400 without a message", { status: 400, body: { status: 400, statusText: "Bad Request", errors: [] } }],
    ["400 as HTML", { status: 400, text: "<b>No</b>" }],
  ])("answers %s: the generic error text, the typed value kept", async (_, manner) => {
    provider.answer(manner);
    const answer = await subscribe();
    expect(answer.status).toBe(422);
    expect(answer.failed).toBe(generic);
    expect(answer.page.value("email")).toBe(answer.email);
    expect(answer.page.title).toMatch(/^Error: /);
  });

  test.each([
    ["errors[0].message", { errors: [{ message: "Email is on the block list", code: "X" }], message: "other" }],
    ["message, where errors is empty or missing", { message: "Email is on the block list" }],
  ])("says what is wrong in a 400: its words are shown, from %s", async (_, body) => {
    provider.answer({ status: 400, body });
    const answer = await subscribe();
    expect(answer.status).toBe(422);
    expect(answer.failed).toBe("Email is on the block list");
    expect(answer.page.value("email")).toBe(answer.email);
  });

  test("its words are shown as text, 200 characters at most", async () => {
    provider.answer({ status: 400, body: { errors: [{ message: `<img src=x onerror=alert(1)>${"x".repeat(500)}` }] } });
    const answer = await subscribe();
    expect(answer.body).not.toContain("<img src=x");
    expect(answer.failed).toMatch(/^<img src=x onerror=alert\(1\)>x+$/);
    expect(answer.failed).toHaveLength(200);
  });

  test.each([
    ["hangs up", "reset"],
    ["wants to send us elsewhere", { status: 302, headers: { Location: "http://127.0.0.1:1/" } }],
    ["wants to send us elsewhere for good", { status: 308, headers: { Location: "/v2/elsewhere" } }],
  ] as const)("%s: the exact network error, the typed value kept, no redirect followed", async (_, manner) => {
    provider.answer(manner);
    for (const path of ["/insights", "/newsletter/embed"]) {
      const answer = await subscribe(path);
      expect.soft(answer.status).toBe(503);
      expect.soft(answer.failed).toBe(network);
      expect.soft(answer.page.value("email")).toBe(answer.email);
    }
    expect(provider.received).toHaveLength(2);
  });

  test("says nothing: after 4 s the exact network error, the typed value kept", async () => {
    provider.answer("silence");
    const started = Date.now();
    const answer = await subscribe();
    expect(Date.now() - started).toBeGreaterThan(3900);
    expect(Date.now() - started).toBeLessThan(5500);
    expect([answer.status, answer.failed, answer.page.value("email")]).toEqual([503, network, answer.email]);
  });

  test("sends more than 64 KB: it is not read to its end, and the visitor is told in words", async () => {
    provider.answer({ status: 201, body: { data: { status: "active" }, more: "x".repeat(5_000_000) } });
    const answer = await subscribe();
    expect([422, 503]).toContain(answer.status);
    expect([generic, network]).toContain(answer.failed);
    expect(answer.page.value("email")).toBe(answer.email);
  });

  test("is never asked about a bad address or by a robot, whose entry is kept", async () => {
    expect((await visitor().post("/insights", { email: "bad" })).status).toBe(422);
    const robot = await visitor().post("/insights", { email: "trap@example.org", nickname2: "x" });
    expect(robot.headers.location).toBe("/insights?done=subscribed#newsletter");
    expect(provider.received).toHaveLength(0);
    const kept = await withTables(stack, (sql) =>
      sql("select email, suspected_spam from public.newsletter_subscribers order by email"),
    );
    expect(kept).toEqual([{ email: "trap@example.org", suspected_spam: true }]);
  });
});

describe("the waitlist endpoint", () => {
  beforeEach(() => {
    endpoint.received.length = 0;
    endpoint.answer("by the protocol");
  });
  const join = (email: string, fields: Record<string, string> = {}) =>
    visitor().post("/events", { name: "Kaʻiulani", email, event: "ethereum", ...fields });
  const deliveries = (count: number) =>
    eventually(() => endpoint.received.length >= count && endpoint.received, `${count} deliveries`);
  /** Waits until the outbox says of an address what is expected. */
  const settled = (email: string, expected: Record<string, unknown>) =>
    eventually(
      async () => {
        const [entry] = await readAsAdmin(stack, `waitlist_entries?select=id&email=eq.${email}`);
        const [row] = await readAsAdmin(stack, `outbox?select=*&waitlist_entry_id=eq.${entry?.id}`);
        const state = {
          attempts: row?.attempts,
          delivered: Boolean(row?.delivered_at),
          failed: Boolean(row?.failed_at),
        };
        return JSON.stringify({ ...state, error: row?.last_error }) === JSON.stringify(expected);
      },
      `${email} in the outbox as ${JSON.stringify(expected)}`,
    );
  const cron = () => ask(stack.url, "/cdn-cgi/handler/scheduled");

  test("gets name, email and event with the API-token header and a key against duplicates, from the Worker", async () => {
    const answer = await join("forwarded@example.org");
    expect(answer.status).toBe(303);
    const [sent] = await deliveries(1);
    expect(sent?.body).toEqual({ name: "Kaʻiulani", email: "forwarded@example.org", event: "ethereum" });
    expect(sent?.headers["x-api-token"]).toBe(waitlistToken);
    expect(sent?.headers["idempotency-key"]).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("gets the entries of every form: the pizza party and the pages of events too", async () => {
    await visitor().post("/global-pizza-party", { name: "Kaleo", email: "everywhere@example.org" });
    await visitor().post("/events/nft-art-showcase", { name: "Kaleo", email: "everywhere@example.org" });
    const sent = await deliveries(2);
    expect(sent.map(({ body }) => (body as { event: string }).event).sort()).toEqual([
      "global-pizza-party",
      "nft-art-showcase",
    ]);
  });

  test("gets an address once, however often it is entered, and a robot's never", async () => {
    await Promise.all(Array.from({ length: 5 }, () => join("once@example.org")));
    await join("ONCE@example.org");
    await join("robot@example.org", { nickname2: "x" });
    await join("after@example.org");
    await eventually(
      () => endpoint.received.some(({ body }) => (body as { email: string }).email === "after@example.org"),
      "the last",
    );
    const addresses = endpoint.received.map(({ body }) => (body as { email: string }).email.toLowerCase());
    expect(addresses.sort()).toEqual(["after@example.org", "once@example.org"]);
  });

  const failures: [string, Manner, string][] = [
    ["500", { status: 500, text: "<h1>Broken</h1>" }, "status 500"],
    ["reset", "reset", "no answer"],
    ["redirect", { status: 302, headers: { Location: "http://127.0.0.1:1/" } }, "no answer"],
    ["429", { status: 429, body: {} }, "status 429"],
  ];

  test("fails with 500, a reset, a redirect or 429: the visitor has success, and the row waits with the reason", async () => {
    for (const [name, manner, error] of failures) {
      endpoint.answer(manner);
      const email = `fails-${name}@example.org`;
      const answer = await visitor().postAndFollow("/events", { name: "Kaleo", email, event: "bitcoin" });
      expect.soft(answer.path).toBe("/events?done=waitlist&event=bitcoin#waitlist");
      expect.soft(new Page(answer.body).text('#waitlist [role="status"]')).toContain("You've been added");
      await settled(email, { attempts: 1, delivered: false, failed: false, error });
    }
    expect(endpoint.received).toHaveLength(4);
  });

  test("gets what is left by cron, once it is due, with the same body and the same key", async () => {
    endpoint.answer({ status: 503, body: {} });
    await join("later@example.org");
    await settled("later@example.org", { attempts: 1, delivered: false, failed: false, error: "status 503" });
    const [first] = await deliveries(1);
    await cron();
    expect(endpoint.received, "it is not due before a minute has passed").toHaveLength(1);

    await withTables(stack, (sql) =>
      sql(`update public.outbox set next_attempt_at = now() where delivered_at is null and failed_at is null`),
    );
    endpoint.answer("by the protocol");
    expect((await cron()).status).toBe(200);
    const sent = await deliveries(6);
    await settled("later@example.org", { attempts: 2, delivered: true, failed: false, error: null });
    for (const [name] of failures)
      await settled(`fails-${name}@example.org`, { attempts: 2, delivered: true, failed: false, error: null });
    const again = sent.filter(({ body }) => (body as { email: string }).email === "later@example.org")[1];
    expect(again?.body).toEqual(first?.body);
    expect(again?.headers["idempotency-key"]).toBe(first?.headers["idempotency-key"]);
  });

  test("refuses for good (400): the visitor has success, the row says why, and nobody insists", async () => {
    endpoint.answer({ status: 400, body: { error: "no" } });
    expect((await join("refused@example.org")).status).toBe(303);
    await settled("refused@example.org", { attempts: 1, delivered: false, failed: true, error: "status 400" });
    await cron();
    expect(endpoint.received).toHaveLength(1);
  });

  test("one bad entry delays no other", async () => {
    endpoint.answer("silence");
    await join("stuck@example.org");
    await deliveries(1);
    endpoint.answer("by the protocol");
    const started = Date.now();
    await join("fluent@example.org");
    await deliveries(2);
    expect(Date.now() - started, "before the first has been given up").toBeLessThan(4000);
  });
});

describe("the privacy page", () => {
  test("names what the operator has configured to receive an address", async () => {
    const text = new Page((await visitor().get("/privacy")).body).text("main") ?? "";
    expect(text).toContain(`${new URL(provider.url).host} (newsletter)`);
    expect(text).toContain(`${new URL(endpoint.url).host} (waitlists)`);
  });
});
