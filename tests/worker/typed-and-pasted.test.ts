import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { startMailProvider } from "../../harness/serving/stand-in.ts";
import { eventually, signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate } from "./tables.ts";

let stack: Stack;
let provider: Awaited<ReturnType<typeof startMailProvider>>;
let admin: Visitor;
const visitor = () => new Visitor(stack.url);
const read = async (path: string) => new Page((await admin.get(path)).body);

beforeAll(async () => {
  provider = await startMailProvider();
  provider.answer("by the protocol");
  stack = await startStack(databaseTemplate(), provider.settings);
  admin = await signIn(visitor());
});
afterAll(() => Promise.all([stack?.stop(), provider?.stop()]));

describe("a form", () => {
  test.each([
    ["o’connor@example.org", "o'connor@example.org"],
    ["kai@müller.example", "kai@xn--mller-kva.example"],
    ["\u200bnoa＠example.org.", "noa@example.org"],
  ])("takes %s for the address that is meant", async (typed, email) => {
    expect((await visitor().post("/contact", { name: "Kai", email: typed, message: "Aloha" })).status).toBe(200);
    expect(await stack.query("select name from public.contact_messages where email = $1", [email])).toHaveLength(1);
  });

  test("refuses in words an address with a name that few servers know", async () => {
    const { status, body } = await visitor().post("/contact", {
      name: "Kai",
      email: "käthe@example.org",
      message: "A",
    });
    expect([status, new Page(body).texts(".field .error")]).toEqual([422, ["Please enter a valid email address"]]);
  });

  test("completes a link, whose field no browser holds back without https://", async () => {
    const page = await read("/admin/resources/new");
    expect(page.attribute('[name="url"]', "type")).toBe("text");
    expect(page.attribute('[name="url"]', "inputmode")).toBe("url");
    const work = { title: "Wallets", description: "About.", tab_key: "resources" };
    const more = { icon_name: "BookOpen", resource_type: "compact", url: "example.org/typed-wallets" };
    const answer = await admin.post("/admin/resources/new", { ...work, ...more, new_id: crypto.randomUUID() });
    expect(answer.status, new Page(answer.body).text(".summary")).toBe(303);
    const rows = await stack.query("select url from public.education_resources where url like '%typed-wallets'", []);
    expect(rows).toEqual([{ url: "https://example.org/typed-wallets" }]);
  });

  test.each([
    ["with seconds", { date: "2090-05-20", start: "18:00:00", end: "20:00:00" }],
    ["as people write them", { date: "5/20/2090", start: "6 PM", end: "8:00 p.m." }],
  ])("takes dates and times %s", async (title, typed) => {
    const event = { title, place: "Hilo", summary: "S", status: "scheduled", meets: "room" };
    const when = { date_precision: "exact", ...typed };
    const new_id = crypto.randomUUID();
    const answer = await admin.post("/admin/events/new", { ...event, ...when, new_id, attendee_limit: "5" });
    expect(answer.status, new Page(answer.body).text(".summary")).toBe(303);
    const rows = await stack.query("select starts_at, ends_at from public.events where title = $1", [title]);
    expect(JSON.stringify(rows)).toBe(
      '[{"starts_at":"2090-05-21T04:00:00.000Z","ends_at":"2090-05-21T06:00:00.000Z"}]',
    );
  });
});

describe("an article whose day is still to come", () => {
  const article = { kind: "article", title: "Early", excerpt: "About.", markdown: "Aloha.", slug: "early" };
  const send = (fields: Record<string, string>) =>
    admin.post("/admin/articles/new", { ...article, new_id: crypto.randomUUID(), ...fields });

  test.each([
    ["published", { intent: "publish", shown_on: "2090-05-20" }],
    ["scheduled before it", { intent: "schedule", shown_on: "2090-05-20", date: "2090-05-19", time: "23:59" }],
  ])("is not %s", async (_what, fields) => {
    const { status, body } = await send(fields);
    expect([status, new Page(body).texts(".field .error")]).toEqual([
      422,
      ["This day is still to come. Leave it empty, or schedule the article for that day or a later one."],
    ]);
    expect(await stack.query("select from public.articles a where a.slug = 'early'", [])).toEqual([]);
  });

  test("is a draft, or scheduled for that day, and in no feed before", async () => {
    expect((await send({ intent: "draft", shown_on: "2090-05-20", slug: "early-draft" })).status).toBe(303);
    const on = { intent: "schedule", shown_on: "2090-05-20", date: "2090-05-20", time: "00:00:00" };
    expect((await send(on)).status).toBe(303);
    for (const feed of ["/insights", "/insights/rss.xml", "/insights/atom.xml"])
      expect((await visitor().get(feed)).body, feed).not.toContain("/insights/early");
  });
});

test("an issue of more than 100 kB says so in its editor, its preview and the question before it is sent", async () => {
  await stack.query(
    `insert into public.newsletter_subscribers (email, consent_version, confirmed_at) values ('kai@example.org', '1', now())`,
    [],
  );
  const write = async (subject: string, markdown: string) => {
    const answer = await admin.postParts("/admin/issues/new", {
      ...{ subject, markdown, intent: "save", new_id: crypto.randomUUID() },
    });
    expect(answer.status, new Page(answer.body).text(".summary")).toBe(303);
    return (answer.headers.location ?? "").replace(/[?].*/, "");
  };
  const pagesOf = (path: string) => [path, `${path}/preview`, `${path}/preview?confirm=send`];
  const warning = /This email has 1\d\d kB.*Gmail cuts off/;
  const long = await write("Long", "A line of the letter.\n\n".repeat(4000));
  for (const path of pagesOf(long)) expect((await read(path)).text("main"), path).toMatch(warning);
  expect((await read(`${long}/preview?confirm=send`)).text("#send"), "beside its button").toMatch(warning);
  for (const path of pagesOf(await write("Short", "Aloha.")))
    expect((await read(path)).text("main"), path).not.toMatch(/This email has/);
});

test("each page for a new password has the account's address in a field that a password manager sees", async () => {
  const email = stack.settings.LOCAL_ADMIN_EMAIL ?? "";
  await visitor().post("/admin/forgotten", { email });
  const mail = await eventually(() => provider.mailbox.mails.find(({ to }) => to[0] === email), "the link");
  const link = /\/admin\/new-password\/[a-z2-7]{32}/.exec(mail.text)?.[0] ?? "";
  for (const page of [new Page((await visitor().get(link)).body), await read("/admin/account")]) {
    const field = 'form input[autocomplete="username"]';
    expect([page.attribute(field, "type"), page.attribute(field, "value")]).toEqual(["email", email]);
    expect(page.attributes('form input[autocomplete="new-password"]', "name")).toEqual(["next"]);
  }
});
