import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack, testSettings } from "../../harness/serving/stack.ts";
import { startMailProvider } from "../../harness/serving/stand-in.ts";
import { ask, eventually, signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { plainPicture } from "./plain-picture.ts";
import { seasonTemplate } from "./tables.ts";

const reader = "kai@letter.example";
let provider: Awaited<ReturnType<typeof startMailProvider>>;
let stack: Stack;
let owner: Visitor;
beforeAll(async () => {
  provider = await startMailProvider();
  provider.answer("by the protocol");
  stack = await startStack(await seasonTemplate(), provider.settings);
  owner = await signIn(new Visitor(stack.url));
});
afterAll(() => Promise.all([stack?.stop(), provider?.stop()]));

const mailsTo = (email: string) => provider.mailbox.mails.filter(({ to }) => to[0] === email);
const cron = () => ask(stack.url, "/cdn-cgi/handler/scheduled?time=60000");
const look = async (path: string) => new Page((await owner.get(path)).body);

/** Subscribes and confirms; both are pressed twice. */
async function subscribe() {
  const visitor = new Visitor(stack.url);
  for (const _ of [1, 2]) await visitor.post("/insights", { email: reader });
  const text = await eventually(() => mailsTo(reader)[0]?.text, "the email to confirm");
  const page = /\/n\/[a-z2-7]{32}/.exec(text)?.[0] ?? "";
  for (const _ of [1, 2]) expect((await visitor.post(page, { intent: "confirm" })).status).toBe(303);
  return page;
}

/** Adds a picture to the issue by the form of its page, as a browser without scripts does. */
async function addPicture(issue: string, description: string) {
  const form = await look(`${issue}/picture`);
  const answer = await owner.postParts(`${issue}/picture`, {
    ...Object.fromEntries(["new_id", "version"].map((name) => [name, form.value(name) ?? ""])),
    intent: "add",
    picture: new File([await plainPicture(600, 300, "jpeg")], "a.jpg", { type: "image/jpeg" }),
    alt: description,
  });
  expect([answer.status, answer.headers.location]).toEqual([303, expect.stringContaining("done=picture-in-text")]);
}

test("the sample season's draft is edited, tested and sent with two pictures, and read in four ways", async () => {
  const page = await subscribe();
  const first = await eventually(() => mailsTo(reader)[1], "the first letter");
  expect(first.subject).toMatch(/^Welcome to the newsletter of /);
  expect(first.text).toMatch(/What is next: .+ \(http:\/\/localhost:\d+\/events\/[\w-]+\)/);

  const chosen = await look("/admin/issues/new?weeks=12&draft=yes");
  const names = chosen.attributes('input[name="line"]', "value");
  expect(names.length).toBeGreaterThan(2);
  const lines = new URLSearchParams(names.map((name) => ["line", name]));
  const drafted = await look(`/admin/issues/new?weeks=12&draft=yes&${lines}`);
  const draft = drafted.value("markdown") ?? "";
  expect(draft).toMatch(/^Aloha,\n\n## What is coming\n\n- \[/);

  const made = await owner.postParts("/admin/issues/new", {
    ...{ new_id: drafted.value("new_id") ?? "", subject: "What comes next", intent: "picture" },
    markdown: draft.replace("Aloha,", "Aloha kākou,"),
  });
  const issue = /\/admin\/issues\/[\w-]{36}/.exec(made.headers.location ?? "")?.[0] ?? "";
  expect(made.headers.location).toContain(`${issue}/picture`);
  await addPicture(issue, "A canoe at dawn");
  await addPicture(issue, "People at tables");

  const preview = await look(`${issue}/preview`);
  const press = preview.value("press") ?? "";
  const admin = testSettings.LOCAL_ADMIN_EMAIL ?? "";
  expect((await owner.post(`${issue}/preview`, { intent: "test", press })).status).toBe(303);
  await eventually(() => mailsTo(admin)[0], "the test");
  const confirm = await look(`${issue}/preview?confirm=send`);
  expect(confirm.text("#send")).toContain("Send it to 1 person?");
  const send = { intent: "send", version: confirm.value("version") ?? "" };
  for (const _ of [1, 2]) await owner.post(`${issue}/preview`, send);
  await cron();

  const letter = await eventually(() => mailsTo(reader)[2], "the issue");
  const titles = chosen.texts("label.choice");
  expect(titles).toHaveLength(names.length);
  const web = new Page((await new Visitor(stack.url).get("/newsletter/what-comes-next")).body);
  const feed = (await new Visitor(stack.url).get("/newsletter/rss.xml")).body;
  const html = new Page(letter.html ?? "");
  for (const [way, text] of [
    ["email", html.text("main")],
    ["text", letter.text],
    ["web", web.text("main")],
  ])
    for (const words of ["Aloha kākou,", ...titles]) expect(text, way).toContain(words);
  expect(feed).toContain("What comes next");
  const described = ["A canoe at dawn", "People at tables"];
  for (const shown of [html, web]) expect(shown.attributes("main img", "alt")).toEqual(described);
  for (const description of described) expect(letter.text).toContain(`[Picture: ${description}]`);
  for (const picture of html.attributes("main img", "src")) {
    const { status, headers } = await ask(stack.url, new URL(picture).pathname);
    expect([status, headers["content-type"]]).toEqual([200, "image/jpeg"]);
  }
  await cron();
  expect(mailsTo(reader).map(({ subject }) => subject)).toEqual([
    "Confirm your email address for our newsletter",
    first.subject,
    "What comes next",
  ]);
  expect((await new Visitor(stack.url).get(page)).body).toContain(reader);
}, 120_000);
