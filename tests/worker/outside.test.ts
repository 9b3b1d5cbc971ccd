import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { withoutSignature } from "../../harness/serving/signed-address.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import {
  manners,
  newsletterToken,
  type StandIn,
  startNewsletterProvider,
  startWaitlistEndpoint,
  waitlistToken,
} from "../../harness/serving/stand-in.ts";
import { ask, eventually, signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate, isAwake, readAsAdmin, startAgain, withTables } from "./tables.ts";

/** The stack of an operator who has a newsletter provider and a waitlist endpoint. */
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
  await isAwake(stack);
});
afterAll(() => Promise.all([stack?.stop(), provider?.stop(), endpoint?.stop()]));

const visitor = () => new Visitor(stack.url);
// In the first of every ten minutes the doctor would call the stand-ins too.
const cron = () => ask(stack.url, "/cdn-cgi/handler/scheduled?time=60000");
const generic = "Something went wrong. Please try again.";
const failure = "Something went wrong. Please try again.";

describe("the newsletter provider", () => {
  beforeEach(() => {
    provider.received.length = 0;
    provider.answer("by the protocol");
  });
  let number = 0;
  const subscribe = async (path = "/insights", email = `reader${++number}@example.org`) => {
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

  test("receives the six fields and the bearer token, and nothing else about the visitor", async () => {
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

  test("receives insights_page as utm_campaign from the frame on the home page too", async () => {
    await subscribe("/newsletter/embed");
    expect(provider.received[0]?.body).toMatchObject({ utm_campaign: "insights_page" });
  });

  test.each(["pending", "validating"])("responds %s: the page says “Check your email to confirm.”", async (status) => {
    provider.answer({ status: 201, body: { data: { id: "sub_1", status } } });
    for (const path of ["/insights", "/newsletter/embed"]) {
      const answer = await subscribe(path);
      expect.soft(withoutSignature(answer.path)).toBe(`${path}?done=pending#newsletter`);
      expect
        .soft(answer.said?.replace(/\s*Check/, " Check"))
        .toMatch(/^Thanks for subscribing! Check your email to confirm\. If none comes, /);
      expect.soft(answer.page.text(".toast")).toBe("Thanks for subscribing! Check your email to confirm.");
      expect.soft(answer.page.value("email") ?? "", "the input is cleared").toBe("");
    }
  });

  test("responds active: the page says “Thanks for subscribing!”, without asking for a confirmation", async () => {
    provider.answer({ status: 200, body: { data: { id: "sub_1", status: "active" } } });
    const answer = await subscribe();
    expect(withoutSignature(answer.path)).toBe("/insights?done=subscribed#newsletter");
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
    ["400 without a message", { status: 400, body: { status: 400, statusText: "Bad Request", errors: [] } }],
    ["400 as HTML", { status: 400, text: "<b>No</b>" }],
  ])("responds %s: the page has the generic error text and keeps the typed value", async (_, manner) => {
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
  ])("explains a 400: the page shows its words, from %s", async (_, body) => {
    provider.answer({ status: 400, body });
    const answer = await subscribe();
    expect(answer.status).toBe(422);
    expect(answer.failed).toBe("Email is on the block list");
    expect(answer.page.value("email")).toBe(answer.email);
  });

  test("has its words shown as text, 200 characters at most", async () => {
    provider.answer({ status: 400, body: { errors: [{ message: `<img src=x onerror=alert(1)>${"x".repeat(500)}` }] } });
    const answer = await subscribe();
    expect(answer.body).not.toContain("<img src=x");
    expect(answer.failed).toMatch(/^<img src=x onerror=alert\(1\)>x+$/);
    expect(answer.failed).toHaveLength(200);
  });

  const keptText = "We could not reach our newsletter service just now. We have kept your address and will try again.";
  const keptAt = (path: string) => `${path}?done=kept#newsletter`;
  const waiting = (email: string) =>
    readAsAdmin(
      stack,
      `outbox?select=id,attempts,failed_at,last_error,newsletter_subscribers!inner(email)&newsletter_subscribers.email=eq.${email}`,
    );

  test.each([
    ["hangs up", "reset"],
    ["wants to send us elsewhere", { status: 302, headers: { Location: "http://127.0.0.1:1/" } }],
    ["wants to send us elsewhere for good", { status: 308, headers: { Location: "/v2/elsewhere" } }],
    ["answers 500 with a message", { status: 500, body: { message: "Stack trace" } }],
    ["answers 503 as HTML", { status: 503, text: "<h1>Bad gateway</h1>" }],
    ["answers 429 with a message", { status: 429, body: { errors: [{ message: "Slow down" }] } }],
  ] as const)("%s: the address is kept, the page says so, and no redirect is followed", async (_, manner) => {
    provider.answer(manner);
    for (const path of ["/insights", "/newsletter/embed"]) {
      const answer = await subscribe(path);
      expect.soft(withoutSignature(answer.path)).toBe(keptAt(path));
      expect.soft(answer.said?.replace(/now\.\s*We/, "now. We")).toBe(keptText);
      expect.soft(await waiting(answer.email)).toMatchObject([{ attempts: 0, failed_at: null }]);
    }
    expect(provider.received).toHaveLength(2);
  });

  test.each([
    ["says nothing", "silence"],
    ["begins an answer and says nothing more", manners.stall],
  ] as const)("%s: after 4 s the address is kept, and the page says so", async (_, manner) => {
    provider.answer(manner);
    const started = Date.now();
    const answer = await subscribe();
    expect(Date.now() - started).toBeGreaterThan(3900);
    expect(Date.now() - started).toBeLessThan(5500);
    expect(withoutSignature(answer.path)).toBe(keptAt("/insights"));
    expect(await waiting(answer.email)).toHaveLength(1);
  });

  test("gets a kept address through cron, once however often it was entered; then it is deleted here", async () => {
    await withTables(stack, (sql) => sql("delete from public.newsletter_subscribers where keep_until is not null"));
    provider.answer({ status: 500 });
    const { email } = await subscribe();
    await subscribe("/newsletter/embed", email.toUpperCase());
    const [{ body } = { body: null }] = provider.received;
    provider.received.length = 0;
    await cron();
    expect(provider.received, "nothing is due before a minute has passed").toEqual([]);

    const due = () => withTables(stack, (sql) => sql("update public.outbox set next_attempt_at = now()"));
    provider.answer({ status: 503, headers: { "Retry-After": "1800" } });
    await due();
    await cron();
    expect(await waiting(email)).toMatchObject([{ attempts: 1, failed_at: null, last_error: "status 503" }]);

    const admin = await signIn(visitor());
    const panel = async () => new Page((await admin.get("/admin/subscribers")).body).text('[aria-labelledby="kept"]');
    expect(await panel()).toMatch(`1 address is waiting for the newsletter service`);
    expect(await panel()).toContain(`${email}: 1 attempt so far: status 503; next`);

    provider.answer({ status: 400, body: { message: "No" } });
    await due();
    await cron();
    expect(await panel()).toContain("Given up after 2 attempts: status 400");
    expect((await admin.get("/admin")).body).toContain("1 address could not be given to the newsletter service");

    provider.answer("by the protocol");
    const [row] = await waiting(email);
    await admin.post("/admin/subscribers", { intent: "retry", id: String(row?.id) });
    await eventually(async () => (await waiting(email)).length === 0, "the delivery");
    expect(provider.received.map((each) => each.body)).toEqual([body, body, body]);
    expect(provider.received[2]?.headers.authorization).toBe(`Bearer ${newsletterToken}`);
    expect(await panel()).toBeUndefined();
    const left = await withTables(stack, (sql) =>
      sql("select from public.newsletter_subscribers where email = $1", email),
    );
    expect(left).toEqual([]);
  });

  test("sends 200 MB: only a small part is read, and the visitor gets an error at once", async () => {
    provider.answer(manners["huge body"]);
    const started = Date.now();
    const answer = await subscribe();
    expect(Date.now() - started).toBeLessThan(3000);
    expect([answer.status, answer.failed, answer.page.value("email")]).toEqual([422, generic, answer.email]);
    // What the connection's buffers hold was accepted, but not read.
    expect(provider.received[0]?.taken).toBeLessThan(20e6);
  });

  test("is queried 3 times a day about an address; after that its last response is repeated", async () => {
    const email = "again@example.org";
    provider.answer({ status: 400, body: { message: "Try another one" } });
    expect((await subscribe("/insights", email)).failed).toBe("Try another one");
    provider.answer({ status: 200, body: { data: { status: "active" } } });
    expect((await subscribe("/newsletter/embed", email)).said).toBe("Thanks for subscribing!");
    provider.answer({ status: 400, body: { message: "Enough is enough" } });
    expect((await subscribe("/insights", "Again@Example.org")).failed).toBe("Enough is enough");

    provider.answer({ status: 200, body: { data: { status: "active" } } });
    for (const path of ["/insights", "/newsletter/embed"]) {
      const answer = await subscribe(path, email);
      expect.soft([answer.status, answer.failed, answer.page.value("email")]).toEqual([422, "Enough is enough", email]);
    }
    expect(provider.received).toHaveLength(3);
    expect((await subscribe()).said, "another address").toBe("Thanks for subscribing!");
  });

  test("is queried 3 times about an address that is sent 9 times at once", async () => {
    const answers = await Promise.all(Array.from({ length: 9 }, () => subscribe("/insights", "rush@example.org")));
    expect(provider.received).toHaveLength(3);
    expect(
      answers.filter(({ path }) => withoutSignature(path) === "/insights?done=pending#newsletter").length,
    ).toBeGreaterThanOrEqual(3);
  });

  test("responds 429 with the end of its limit: it is not queried before that time, and addresses are kept", async () => {
    const ends = Math.ceil(Date.now() / 1000) + 3;
    provider.answer({ status: 429, body: {}, headers: { "RateLimit-Reset": String(ends) } });
    const first = await subscribe();
    expect(withoutSignature(first.path)).toBe(keptAt("/insights"));
    provider.answer("by the protocol");
    for (const path of ["/insights", "/newsletter/embed"])
      expect.soft(withoutSignature((await subscribe(path, first.email)).path)).toBe(keptAt(path));
    expect(provider.received).toHaveLength(1);
    await pause(ends * 1000 + 1100 - Date.now());
    expect(withoutSignature((await subscribe("/insights", first.email)).path)).toBe(
      "/insights?done=pending#newsletter",
    );
    expect(provider.received).toHaveLength(2);
  });

  test("is not queried without the database, which counts requests: the page has an error and the typed value", async () => {
    await stack.stopSupabase();
    try {
      const answer = await subscribe();
      expect([answer.status, answer.failed, answer.page.value("email")]).toEqual([503, failure, answer.email]);
      expect(provider.received).toHaveLength(0);
    } finally {
      await startAgain(stack);
    }
    expect(withoutSignature((await subscribe()).path)).toBe("/insights?done=pending#newsletter");
  });

  test("is never queried for an invalid address or a bot, whose entry is kept", async () => {
    expect((await visitor().post("/insights", { email: "bad" })).status).toBe(422);
    const robot = await visitor().post("/insights", { email: "trap@example.org", nickname2: "x" });
    expect(withoutSignature(robot.headers.location)).toBe("/insights?done=subscribed#newsletter");
    expect(provider.received).toHaveLength(0);
    provider.answer({ status: 400, body: { message: "Pua@example.org is blocked" } });
    expect((await subscribe("/insights", "pua@example.org")).failed).toBe("Pua@example.org is blocked");
    const { kept, counted } = await withTables(stack, async (sql) => ({
      kept: await sql(
        "select email, suspected_spam from public.newsletter_subscribers where keep_until is null order by email",
      ),
      counted: await sql<{ row: string }>("select to_jsonb(r)::text as row from private.newsletter_requests r"),
    }));
    expect(kept).toEqual([{ email: "trap@example.org", suspected_spam: true }]);
    expect(counted.length).toBeGreaterThan(20);
    for (const { row } of counted) expect.soft(row, "the count holds no address").not.toMatch(/@|example/);
  });
});

describe("the privacy page", () => {
  test("names the configured services that receive an address", async () => {
    const text = new Page((await visitor().get("/privacy")).body).text("main") ?? "";
    expect(text).toContain(`${new URL(provider.url).host} (newsletter)`);
    expect(text).toContain(`${new URL(endpoint.url).host} (waitlists)`);
  });
});
