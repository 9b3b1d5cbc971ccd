import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { mailApiKey, waitlistToken } from "../../harness/serving/stand-in.ts";
import { signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate, withTables } from "./tables.ts";

/** The stack of an operator who has set the first secret of each part, and one setting that is cut short. */
let stack: Stack;
beforeAll(async () => {
  stack = await startStack(databaseTemplate(), {
    MAIL_API_KEY: mailApiKey,
    ISSUES_API_KEY: mailApiKey,
    NEWSLETTER_API_TOKEN: "for-tests-only-newsletter-half",
    WAITLIST_API_TOKEN: waitlistToken,
    NOTIFY_URL: "hooks.example",
  });
});
afterAll(() => stack?.stop());

test.each(["/healthz", "/", "/about", "/education", "/events", "/insights", "/contact", "/privacy", "/admin/login"])(
  "%s responds 200 although parts of the configuration are incomplete",
  async (path) => {
    expect((await new Visitor(stack.url).get(path)).status).toBe(200);
  },
);

test("a form is stored, and no email is queued", async () => {
  const kai = { intent: "contact", name: "Kai", email: "kai@half.example", message: "Aloha, half of it is there." };
  const sent = await new Visitor(stack.url).post("/contact", kai);
  expect([200, 303]).toContain(sent.status);
  await withTables(stack, async (sql) => {
    expect(await sql("select name from public.contact_messages where email = $1", kai.email)).toHaveLength(1);
    expect(await sql("select id from public.mails")).toEqual([]);
  });
});

test("the doctor names each part that is off, and what is missing", async () => {
  const admin = await signIn(new Visitor(stack.url));
  const answer = await admin.get("/admin/doctor");
  const page = new Page(answer.body);
  const seen = Object.fromEntries(
    page.texts("tbody th").map((title, index) => [title, page.texts('td[data-label="What was seen"]')[index]]),
  );
  expect(seen.Settings).toContain(
    [
      "Email is off: MAIL_FROM is missing; MAIL_SECRET is missing; MAIL_API_URL is missing.",
      "Sending of newsletter issues is off: ISSUES_FROM is missing; ISSUES_API_URL is missing; MAIL_FROM is off.",
      "The newsletter provider is off: NEWSLETTER_API_URL is missing.",
      "The waitlist endpoint is off: WAITLIST_ENDPOINT_URL is missing.",
      "NOTIFY_URL is off: it must be an http(s) url.",
    ].join(" "),
  );
  expect(seen["Email sender"]).toContain("It is off: MAIL_FROM is missing");
  for (const secret of [mailApiKey, waitlistToken]) expect(answer.body).not.toContain(secret);
});
