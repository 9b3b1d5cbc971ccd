import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cookieList } from "../../app/features/legal/cookies.ts";
import { purgeCron } from "../../app/features/retention/retention.ts";
import { digestOf } from "../../app/platform/text/link-token.ts";
import type { Answer, Fields } from "../../harness/serving/exchange.ts";
import { signedAddress, withoutSignature } from "../../harness/serving/signed-address.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { newsletterToken, waitlistToken } from "../../harness/serving/stand-in.ts";
import { adminRoutes } from "./admin-routes.ts";
import { ask, eventually, signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { feeds, sitePages } from "./site-map.ts";
import { databaseTemplate, readAsAdmin, type Sql, withTables } from "./tables.ts";

let stack: Stack;

beforeAll(async () => {
  // Nothing listens there: these tests are not about what is sent to them.
  stack = await startStack(databaseTemplate(), {
    NEWSLETTER_API_URL: "http://127.0.0.1:9/v2/publications/pub_1/subscriptions",
    NEWSLETTER_API_TOKEN: newsletterToken,
    WAITLIST_ENDPOINT_URL: "http://127.0.0.1:9/waitlist",
    WAITLIST_API_TOKEN: waitlistToken,
  });
});
afterAll(async () => stack?.stop());

const credentials = () => ({
  email: stack.settings.LOCAL_ADMIN_EMAIL ?? "",
  password: stack.settings.LOCAL_ADMIN_PASSWORD ?? "",
});

const signedIn = () => signIn(new Visitor(stack.url));

const cron = (expression: string) =>
  ask(stack.url, `/cdn-cgi/handler/scheduled?cron=${encodeURIComponent(expression)}`);
const logLines = () => readFileSync(stack.workerLog, "utf8").split("\n");
const purges = () => logLines().filter((line) => line.includes('"outcome":"purge'));

/** Everything in the database, as one text. */
async function everything(sql: Sql): Promise<string> {
  const tables = await sql<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c
     join pg_namespace n on n.oid = c.relnamespace and n.nspname in ('public', 'auth', 'storage')
     where c.relkind = 'r'`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) => sql(`select '${name}' as name, to_jsonb(t) as row from ${name} t`)),
  );
  return JSON.stringify(rows);
}

test("with a provider or an endpoint configured, no page says “No tracking”, and forms name who receives data", async () => {
  for (const path of ["/", "/insights"]) {
    const text = new Page((await new Visitor(stack.url).get(path)).body).text("main") ?? "";
    expect.soft(text, path).not.toMatch(/tracking/i);
  }
  const page = new Page((await new Visitor(stack.url).get("/events/bitcoin")).body);
  expect(page.text("#waitlist form")).toContain(
    "Your information is never shared except with 127.0.0.1:9, which keeps the list for the organizers. Who receives it",
  );
  expect(new Page((await new Visitor(stack.url).get("/insights")).body).text("#newsletter form")).toContain(
    "used only for this newsletter, which 127.0.0.1:9 sends for us.",
  );
});

describe("a person's request to see and erase their data", () => {
  const email = "Kai.Kealoha+site@example.org";
  let admin: Visitor;
  const people = (fields: Fields) => admin.post("/admin/people", fields);
  const pageOf = (answer: Answer) => new Page(answer.body);

  beforeAll(async () => {
    const visitor = new Visitor(stack.url);
    await visitor.post("/events", { name: "Kai", email, event: "bitcoin" });
    await visitor.post("/events", { name: "Kai", email, event: "ethereum", nickname2: "x" });
    await visitor.post("/contact", { name: "Kai", email, message: "Aloha" });
    await visitor.post("/contact", { name: "Noa", email: "noa@example.org", message: `Ask ${email}.` });
    await visitor.post("/admin/login", { email, password: "wrong" });
    admin = await signedIn();
  });

  test("shows an admin everything under the address, and names outside services from the configuration", async () => {
    const answer = await people({ email: email.toLowerCase() });
    expect(answer.status).toBe(200);
    expect(answer.headers["cache-control"]).toBe("private, no-store");
    const text = pageOf(answer).text("main") ?? "";
    expect(text).toContain("Sign-upsBitcoin Pizza Day 2025, ETH Hawaii (suspected spam)");
    expect(text).toContain("Messages1 message");
    expect(text).toContain("Named inMessage");
    expect(text).toMatch(/Counters\d rows? under a digest/);
    expect(text).toContain("127.0.0.1:9 (newsletter) gets the email address of each new subscriber");
    expect(text).toContain("127.0.0.1:9 (waitlists) gets the name, email address and event of each new waitlist entry");
  });

  test("exports everything as one file, which is not cached", async () => {
    const answer = await admin.post("/admin/people.json", { email });
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(answer.headers["content-disposition"]).toMatch(
      /^attachment; filename="personal-data-\d{4}-\d{2}-\d{2}\.json"$/,
    );
    expect(answer.headers["cache-control"]).toBe("private, no-store");
    expect(JSON.parse(answer.body)).toMatchObject({
      email: email.toLowerCase(),
      waitlists: [{ name: "Kai", email, suspected_spam: false }, { suspected_spam: true }],
      messages: [{ message: "Aloha" }],
      mentions: [{ table: "contact_messages" }],
      counters: { sign_in_failures: 1 },
    });
    expect((await admin.get("/admin/people.json")).headers.location).toBe("/admin/people");
  });

  test("is refused with an explanation for an invalid address, which stays in the field", async () => {
    const answer = await people({ email: "kai" });
    expect(answer.status).toBe(422);
    expect(pageOf(answer).text(".summary")).toContain("Please enter a valid email address");
    expect(pageOf(answer).value("email")).toBe("kai");
    expect((await admin.post("/admin/people.json", { email: "kai" })).headers.location).toBe("/admin/people");
  });

  test("erases nothing without the check box, and never an admin", async () => {
    const unsure = await people({ intent: "erase", email });
    expect(unsure.status).toBe(422);
    expect(pageOf(unsure).text('[role="alert"]')).toContain("check the box first");
    const own = await people({ intent: "erase", sure: "on", email: credentials().email });
    expect(own.status).toBe(422);
    expect(pageOf(own).text('[role="alert"]')).toContain("must be removed as an admin first");
    expect((await admin.get("/admin")).status).toBe(200);
    expect(await readAsAdmin(stack, `contact_messages?email=eq.${encodeURIComponent(email)}`)).toHaveLength(1);
  });

  test("erases at the press of a button: after that no table, URL or log contains the address", async () => {
    const answer = await people({ intent: "erase", sure: "on", email });
    expect(answer.status).toBe(303);
    expect(withoutSignature(answer.headers.location)).toBe("/admin/people?done=erased");
    const done = pageOf(await admin.get(await signedAddress("/admin/people?done=erased")));
    expect(done.text('[role="status"]')).toContain("Erased");
    const erasures = pageOf(await admin.get("/admin/log?verb=erase"));
    expect(erasures.texts("td")).toContain("Erased: Person History of this person");
    expect(erasures.attributes("a.history", "href")).toContain(`/admin/log?q=${await erasureId()}`);
    expect(pageOf(await people({ email })).text("main")).toContain("This site holds nothing about this address.");
    expect(withoutSignature((await people({ intent: "erase", sure: "on", email })).headers.location)).toBe(
      "/admin/people?done=nothing-held",
    );

    const held = await withTables(stack, everything);
    expect(held).toContain("noa@example.org");
    expect(held.toLowerCase()).not.toContain(email.toLowerCase());
    expect(held).toContain("Ask (erased).");
    expect(logLines().join("\n").toLowerCase()).not.toContain(email.toLowerCase());
  }, 60_000);

  const erasureId = async () => (await readAsAdmin(stack, "audit_log?select=row_id&verb=eq.erase"))[0]?.row_id;
});

describe("the daily retention job", () => {
  test("removes what is due, but not a person who has just joined the waitlist of a past event", async () => {
    await new Visitor(stack.url).post("/events", { name: "Lani", email: "lani@example.org", event: "bitcoin" });
    await withTables(stack, async (sql) => {
      await sql(
        `insert into contact_messages (name, email, message, suspected_spam, created_at)
         select 'Robot', 'robot-' || n || '@example.org', 'Buy', true, now() - interval '31 days' from generate_series(1, 1200) n`,
      );
      await sql(
        `insert into waitlist_entries (event_id, name, email, consent_version, created_at)
         select id, 'Long ago', 'long-ago@example.org', '1', over_at - interval '1 day' from events where key = 'bitcoin'`,
      );
      await sql("update events set dated_at = now() - interval '1 year'");
    });
    const before = (await readAsAdmin(stack, "audit_log?select=id")).length;

    await cron("* * * * *");
    expect(purges()).toEqual([]);
    await cron(purgeCron);
    const [line = ""] = await eventually(() => purges().length > 0 && purges(), "the purge");
    expect(JSON.parse(line.slice(line.indexOf("{")))).toMatchObject({
      outcome: "purged",
      purged: { spam: 1200, afterEdition: 1, likeKeys: 0 },
    });
    const waiting = await readAsAdmin(stack, "waitlist_entries?select=email&email=like.l*");
    expect(waiting).toEqual([{ email: "lani@example.org" }]);
    expect(await readAsAdmin(stack, "contact_messages?select=id&suspected_spam=is.true")).toEqual([]);
    expect(await readAsAdmin(stack, "audit_log?select=id")).toHaveLength(before);
  }, 60_000);

  test("logs a failure while the database is down, and continues the next day", async () => {
    await stack.stopSupabase();
    await cron(purgeCron);
    await eventually(() => purges().some((line) => line.includes("purge-failed")), "the failure");
    await stack.startSupabase();
    await cron(purgeCron);
    await eventually(() => purges().filter((line) => line.includes('"purged"')).length > 1, "the next purge");
  }, 60_000);
});

test("every Set-Cookie of any response, public or admin, is in the list of cookies", async () => {
  const answers: Answer[] = [];
  const walker = new Visitor(stack.url, { keepsCookies: false });
  const pages = [
    ...sitePages.map((page) => page.path),
    ...feeds,
    "/newsletter/embed",
    "/healthz",
    "/nothing",
    "/About",
  ];
  answers.push(...(await Promise.all(pages.map((path) => walker.get(path)))));
  const forms: [string, Fields][] = [
    ["/events", { name: "Cookie", email: "cookie@example.org", event: "bitcoin" }],
    ["/bitcoin-pizza-day", { name: "C", email: "cookie@example.org", event: "bitcoin" }],
    ["/events/bitcoin", { name: "Cookie", email: "cookie@example.org" }],
    ["/global-pizza-party", { name: "Cookie", email: "cookie@example.org" }],
    ["/insights", { email: "cookie@example.org" }],
    ["/newsletter/embed", { email: "cookie@example.org" }],
    ["/contact", { name: "Cookie", email: "cookie@example.org", message: "Cookies?" }],
    ["/education", { resource: "00000000-0000-4000-8000-000000000101", intent: "like" }],
    ["/admin/login", { email: "cookie@example.org", password: "wrong" }],
    ["/admin/logout", {}],
  ];
  for (const [path, fields] of forms) answers.push(await walker.post(path, fields));

  const admin = new Visitor(stack.url);
  answers.push(await admin.get("/admin/login"), await admin.post("/admin/login", credentials()));
  const routes = await adminRoutes();
  answers.push(...(await Promise.all(routes.map(({ path }) => admin.get(path)))));
  for (const { path } of routes.filter(({ hasAction }) => hasAction)) answers.push(await admin.post(path, {}));
  expect((await admin.get("/admin")).status).toBe(200);
  answers.push(await admin.get("/education"), await admin.post("/admin/logout", {}));

  const token = "d".repeat(32);
  await stack.query(
    `with event as (
       insert into public.events (key, title, place, summary, starts_at, date_precision, attendee_limit, takes_reservations)
       values ('door', 'A door', 'Honolulu', 'A summary.', now(), 'exact', 1, true) returning id
     ) insert into public.door_passes (event_id, name, token_digest) select id, 'Front', $1 from event`,
    [await digestOf(token)],
  );
  answers.push(await walker.post(`/door/${token}`, { name: "Cookie" }));

  const names = answers.flatMap(({ headers }) => headers["set-cookie"] ?? []).map((line) => line.split("=")[0] ?? "");
  const listed = cookieList(false).map(({ name }) => name);
  expect([...new Set(names)].sort()).toEqual([...listed].sort());
  expect(new Page((await walker.get("/cookies")).body).texts('th[scope="row"]')).toEqual(listed);
}, 60_000);
