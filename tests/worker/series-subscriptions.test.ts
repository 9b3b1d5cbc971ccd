import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withoutSignature } from "../../harness/serving/signed-address.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { startMailProvider } from "../../harness/serving/stand-in.ts";
import { ask, eventually, signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate, type Row, withTables } from "./tables.ts";

/** The stack of an operator who has an email provider. */
let stack: Stack;
let admin: Visitor;
let provider: Awaited<ReturnType<typeof startMailProvider>>;
beforeAll(async () => {
  provider = await startMailProvider();
  provider.answer("by the protocol");
  stack = await startStack(databaseTemplate(), provider.settings);
  admin = await signIn(new Visitor(stack.url));
  await rows("insert into public.series (key, name) values ('evenings', 'Study Evenings')");
  await addEdition("evening-one");
});
afterAll(() => Promise.all([stack?.stop(), provider?.stop()]));

const visitor = () => new Visitor(stack.url);
const rows = <Found = Row>(text: string, ...parameters: unknown[]) =>
  withTables(stack, (sql) => sql<Found>(text, ...parameters));
const addEdition = (key: string) =>
  rows(
    `insert into public.events (key, title, place, summary, starts_at, ends_at, date_precision, is_published, series_id)
     select $1, 'An evening', 'Hilo', 'It is one.', '2097-01-03 18:00-10', '2097-01-03 20:00-10', 'exact', true, id
     from public.series where key = 'evenings'`,
    key,
  );
const cron = () => ask(stack.url, "/cdn-cgi/handler/scheduled?time=60000");
const subscribe = (email: string, more: Record<string, string> = {}) =>
  visitor().post("/series/evenings", { email, ...more });
const mailsTo = (email: string) => provider.mailbox.mails.filter(({ to }) => to[0] === email);
const mailTo = (email: string, count = 1) => eventually(() => mailsTo(email)[count - 1], `mail ${count} to ${email}`);
const pathIn = ({ text }: { text: string }) => /\/s\/[a-z2-7]{32}/.exec(text)?.[0] ?? "";
const subscriptionsOf = (email: string) =>
  rows("select confirmed_at is not null as confirmed from private.series_subscriptions where email = $1", email);
const said = (body: string) => new Page(body).text("main");
async function subscribed(email: string): Promise<string> {
  expect((await subscribe(email)).status).toBe(303);
  const path = pathIn(await mailTo(email));
  expect((await visitor().post(path, { intent: "confirm" })).status).toBe(303);
  return path;
}

describe("the form of a series", () => {
  test("responds the same to everyone, and sends an email whose link confirms by a button", async () => {
    const path = await subscribed("kai@example.org");
    const answers = [];
    for (const email of ["kai@example.org", "new@example.org", "new@example.org"]) {
      const { status, headers } = await subscribe(email);
      const shown = new Page((await visitor().get(headers.location?.split("#")[0] ?? "")).body);
      answers.push([status, withoutSignature(headers.location ?? ""), shown.text('[role="status"]')]);
    }
    expect(answers).toEqual(
      Array(3).fill([
        303,
        "/series/evenings?done=asked#subscribe",
        expect.stringMatching(
          /^Check your email\. You are subscribed once you open the link in our email and confirm\. If none comes, /,
        ),
      ]),
    );
    expect(await subscriptionsOf("new@example.org")).toEqual([{ confirmed: false }]);
    expect(await subscriptionsOf("kai@example.org")).toEqual([{ confirmed: true }]);
    expect(said((await visitor().get(path)).body)).toContain("kai@example.org");
    expect(said((await visitor().get("/series/evenings")).body)).not.toContain("Check your email.");
  });

  test("reports an invalid address, and keeps it", async () => {
    for (const [email, message] of [
      ["", "Enter your email address"],
      ["kai@", "Please enter a valid email address"],
    ] as const) {
      const { status, body } = await subscribe(email);
      const page = new Page(body);
      expect([status, page.texts(".field .error"), page.value("email") ?? ""]).toEqual([422, [message], email]);
    }
  });

  test("stores nothing if the hidden field is filled in, and responds the same", async () => {
    const { status, headers } = await subscribe("robot@example.org", { nickname2: "Robot" });
    expect([status, withoutSignature(headers.location ?? "")]).toEqual([303, "/series/evenings?done=asked#subscribe"]);
    expect(await subscriptionsOf("robot@example.org")).toEqual([]);
  });

  test("takes at least 400 ms, whether an address is known or not", async () => {
    for (const email of ["kai@example.org", "never@example.org"]) {
      const startedAt = performance.now();
      await subscribe(email);
      expect(performance.now() - startedAt).toBeGreaterThanOrEqual(400);
    }
  });

  test("responds 404 for an unknown series", async () => {
    expect((await visitor().post("/series/nothing", { email: "kai@example.org" })).status).toBe(404);
  });
});

describe("the page of a subscription", () => {
  test("changes nothing when read, is not cached, and keeps its token out of the log", async () => {
    expect((await subscribe("reader@example.org")).status).toBe(303);
    const path = pathIn(await mailTo("reader@example.org"));
    const { status, headers } = await visitor().get(path);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      "cache-control": "private, no-store",
      "x-robots-tag": "noindex",
      "referrer-policy": "same-origin",
    });
    const read = await visitor().get(`${path}/leave`);
    expect([read.status, read.headers.location]).toEqual([302, path]);
    expect(await subscriptionsOf("reader@example.org")).toEqual([{ confirmed: false }]);
    const { readFileSync } = await import("node:fs");
    expect(readFileSync(stack.workerLog, "utf8")).not.toContain(path);
    expect((await visitor().get(`/s/${"a".repeat(32)}`)).status).toBe(404);
  });

  test("unsubscribes, which erases the address, and says so once", async () => {
    const path = await subscribed("leaver@example.org");
    const left = await visitor().postAndFollow(path, { intent: "leave" });
    expect([left.status, said(left.body)]).toEqual([200, expect.stringMatching(/^You have unsubscribed/)]);
    expect(await subscriptionsOf("leaver@example.org")).toEqual([]);
    const again = await visitor().postAndFollow(path, { intent: "leave" });
    expect([again.status, said(again.body)]).toEqual([
      404,
      expect.stringContaining("No subscription belongs to this link"),
    ]);
    expect((await visitor().get(`${path}?done=left&at=1`)).status, "what nobody has signed").toBe(404);
  });

  test("refuses emails for an address that someone else typed", async () => {
    expect((await subscribe("victim@example.org")).status).toBe(303);
    const path = pathIn(await mailTo("victim@example.org"));
    const answer = await visitor().postAndFollow(path, { intent: "not-mine" });
    expect(said(answer.body)).toContain("We will not send it an email that someone else asks for.");
    expect((await subscribe("victim@example.org")).status).toBe(303);
    await cron();
    expect(mailsTo("victim@example.org")).toHaveLength(1);
  });
});

describe("a new edition", () => {
  test("is announced to each subscriber by one email, whose button unsubscribes from this series at once", async () => {
    const path = await subscribed("ana@example.org");
    const stays = await subscribed("ben@example.org");
    await rows("delete from private.announced_editions");
    await cron();
    expect(mailsTo("ana@example.org"), "not yet").toHaveLength(1);
    await rows("update private.announced_editions set seen_at = now() - interval '10 minutes'");
    await cron();
    const mail = await mailTo("ana@example.org", 2);
    expect(mail).toMatchObject({
      subject: "Study Evenings: Thursday, January 3, 2097",
      headers: {
        "List-Id": "<evenings.series.localhost>",
        "List-Unsubscribe": expect.stringContaining(`${path}/leave>`),
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      },
    });
    expect([pathIn(mail), pathIn(await mailTo("ben@example.org", 2))]).toEqual([path, stays]);
    const press = () =>
      fetch(`${stack.url}${path}/leave`, {
        method: "POST",
        body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
        redirect: "manual",
        headers: { Origin: "https://mail.example", "Sec-Fetch-Site": "cross-site" },
      });
    for (const answer of [await press(), await press()]) {
      expect([answer.status, await answer.text()]).toEqual([
        200,
        "You get no more emails about new editions at this address.\n",
      ]);
    }
    expect(await subscriptionsOf("ana@example.org")).toEqual([]);
    expect(await subscriptionsOf("ben@example.org")).toEqual([{ confirmed: true }]);

    await addEdition("evening-two");
    await cron();
    await rows(
      "update private.announced_editions set seen_at = seen_at - interval '10 minutes' where announcement is null",
    );
    await cron();
    await mailTo("ben@example.org", 3);
    await cron();
    expect([mailsTo("ana@example.org").length, mailsTo("ben@example.org").length]).toEqual([2, 3]);
  });

  test("has an email that admins can preview, and deleting its series asks about the subscribers", async () => {
    const [series] = await rows<{ id: string }>("select id from public.series where key = 'evenings'");
    const path = `/admin/series/${series?.id}`;
    await rows("delete from private.series_subscriptions where email <> 'ben@example.org'");
    const page = new Page((await admin.get(path)).body);
    expect(page.text('[aria-labelledby="subscribers"]')).toContain("1 person subscribes to it");
    expect(page.text('[aria-labelledby="subscribers"] pre')).toContain("You get this email because you subscribed");
    const question = new Page((await admin.get(`${path}?confirm=delete`)).body);
    expect(question.text('[aria-labelledby="delete"]')).toContain("their addresses are erased");
    const fields = { intent: "delete", version: question.value("version") ?? "", subscribers: "0" };
    const refused = await admin.post(path, fields);
    expect([refused.status, said(refused.body)]).toEqual([
      409,
      expect.stringContaining("1 person subscribes to it by now"),
    ]);
    expect((await admin.post(path, { ...fields, subscribers: question.value("subscribers") ?? "" })).status).toBe(303);
    expect(await rows("select from private.series_subscriptions")).toHaveLength(0);
  });
});
