import { readFileSync } from "node:fs";
import { HtmlValidate, StaticConfigLoader } from "html-validate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withoutSignature } from "../../harness/serving/signed-address.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { startMailProvider } from "../../harness/serving/stand-in.ts";
import { eventually, madeAnew, signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate, type Row, withTables } from "./tables.ts";

const validator = new HtmlValidate(new StaticConfigLoader(JSON.parse(readFileSync(".htmlvalidate.json", "utf8"))));
const path = "/events/ethereum/call";

let stack: Stack;
let admin: Visitor;
let provider: Awaited<ReturnType<typeof startMailProvider>>;
let area: string;

const rows = <Found = Row>(text: string, ...parameters: unknown[]) =>
  withTables(stack, (sql) => sql<Found>(text, ...parameters));
const visitor = () => new Visitor(stack.url);
const read = async (address: string) => new Page((await visitor().get(address, madeAnew)).body);
const said = (body: string) => new Page(body).text("main");
const mailTo = (email: string, count = 1) =>
  eventually(() => provider.mailbox.mails.filter(({ to }) => to[0] === email)[count - 1], `mail ${count} to ${email}`);
const pathIn = ({ text }: { text: string }) => /\/proposals\/[a-z2-7]{32}/.exec(text)?.[0] ?? "";
const talk = { title: "Knots & keys", kind: "talk", abstract: "Of **keys**.", name: "Leilani Kaʻōpūlani" };
const deadline = {
  accepted_text: "Yes, {name}: “{title}” at {event}.",
  declined_text: "No, {name}.",
  about: "*Anything*.",
};
const openCall = async (at: string) => {
  const version = new Page((await admin.get(area)).body).value("version");
  return admin.post(area, { ...deadline, deadline: at, ...(version ? { version } : {}) });
};

beforeAll(async () => {
  provider = await startMailProvider();
  provider.answer("by the protocol");
  stack = await startStack(databaseTemplate(), provider.settings);
  admin = await signIn(new Visitor(stack.url));
  const [event] = await rows<{ id: string }>(
    "update public.events set starts_at = '2097-01-03 18:00-10', ends_at = null, date_precision = 'exact' where key = 'ethereum' returning id",
  );
  area = `/admin/events/${event?.id}/programme/call`;
});
afterAll(() => Promise.all([stack?.stop(), provider?.stop()]));

async function proposed(title: string, email: string) {
  const answer = await visitor().post(path, { ...talk, title, email });
  expect([answer.status, withoutSignature(answer.headers.location ?? "")]).toEqual([
    303,
    `${path}?done=asked#proposal`,
  ]);
  const own = pathIn(await mailTo(email));
  expect((await visitor().post(own, { intent: "confirm" })).status).toBe(303);
  const [row] = await rows<{ id: string }>("select id from private.talk_proposals where title = $1", title);
  return { own, here: `${area}/${row?.id}` };
}

describe("a call for talks", () => {
  test("has a form once an admin has opened it with a deadline", async () => {
    expect((await visitor().get(path)).status).toBe(404);
    expect((await admin.post(area, { ...deadline, deadline: "soon" })).status).toBe(422);
    const opened = await openCall("2097-01-01T18:00");
    expect([opened.status, withoutSignature(opened.headers.location ?? "")]).toEqual([303, `${area}?done=saved`]);
    const { body, status } = await visitor().get(path, madeAnew);
    expect([status, said(body)]).toEqual([
      200,
      expect.stringContaining("Propose a talk by January 1, 2097, 6:00 PM HST."),
    ]);
    expect((await read("/events/ethereum")).attributes("main dd a", "href")).toContain(path);
    const { results } = await validator.validateString(body);
    expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([]);
  });

  test("reports what is wrong, and keeps what was typed", async () => {
    const { status, body } = await visitor().post(path, { ...talk, title: "", email: "lei@" });
    const page = new Page(body);
    expect([status, page.texts(".field .error"), page.value("abstract")]).toEqual([
      422,
      ["Enter a title", "Please enter a valid email address"],
      "Of **keys**.",
    ]);
  });

  test("stores nothing if the hidden field is filled in, and responds the same", async () => {
    const answer = await visitor().post(path, { ...talk, email: "robot@example.org", nickname2: "Robot" });
    expect(withoutSignature(answer.headers.location ?? "")).toBe(`${path}?done=asked#proposal`);
    expect(await rows("select from private.talk_proposals where email = 'robot@example.org'")).toEqual([]);
  });
});

describe("a proposal", () => {
  test("is shown to admins once its address is confirmed, and is edited and withdrawn by its link", async () => {
    const email = "kai@example.org";
    expect((await visitor().post(path, { ...talk, email })).status).toBe(303);
    const mail = await mailTo(email);
    expect(mail.text).not.toContain("Knots");
    const own = pathIn(mail);
    const { status, headers, body } = await visitor().get(own);
    expect([status, headers["cache-control"]]).toEqual([200, "private, no-store"]);
    expect(said(body)).toContain("The organizers see it once you confirm your address.");
    expect(said((await admin.get(area)).body)).toContain("No talks have been proposed yet.");
    const dashboard = async () => said((await admin.get("/admin")).body);
    expect(await dashboard()).not.toContain("proposal of a talk");
    const confirmed = await visitor().postAndFollow(own, { intent: "confirm" });
    expect(said(confirmed.body)).toContain("You can change it until January 1, 2097, 6:00 PM HST.");
    const { results } = await validator.validateString(confirmed.body);
    expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([]);
    expect(new Page((await admin.get(area)).body).texts("main tbody th")).toEqual(["Knots & keys"]);
    expect(await dashboard()).toContain("1 new proposal of a talk: ");
    expect((await visitor().post(own, { ...talk, intent: "save", name: "" })).status).toBe(422);
    expect((await visitor().post(own, { ...talk, intent: "save", title: "Anew", kind: "panel" })).status).toBe(303);
    expect(new Page((await admin.get(area)).body).texts("main tbody th")).toEqual(["Anew"]);
    const gone = await visitor().postAndFollow(own, { intent: "withdraw" });
    expect([gone.status, said(gone.body)]).toEqual([200, expect.stringContaining("Your proposal is withdrawn")]);
    expect((await visitor().get(own)).status).toBe(404);
    expect(await dashboard()).not.toContain("proposal of a talk");
  });

  test("is noted and accepted with the text that was previewed, and becomes a talk with a speaker", async () => {
    const { own, here } = await proposed("Stars", "lei@example.org");
    const version = async () => new Page((await admin.get(here)).body).value("version") ?? "";
    const seen = await version();
    const noted = { intent: "note", notes: "Good.", discussed: "on", version: seen };
    expect((await admin.post(here, noted)).status).toBe(303);
    expect((await admin.post(here, noted)).status).toBe(409);
    expect(said((await admin.get(area)).body)).toContain("In discussion");
    expect(said((await admin.get("/admin")).body)).not.toContain("proposal of a talk");
    expect((await visitor().get(own)).body).not.toContain("Good.");
    const preview = said((await admin.get(`${here}?decide=accept`)).body);
    expect(preview).toContain("This goes to lei@example.org:");
    expect(preview).toContain("Yes, Leilani Kaʻōpūlani: “Stars” at ");
    const answer = { intent: "accept", version: await version() };
    expect(withoutSignature((await admin.post(here, answer)).headers.location ?? "")).toBe(`${here}?done=answered`);
    expect((await admin.post(here, answer)).status).toBe(409);
    expect((await mailTo("lei@example.org", 2)).text).toContain("Yes, Leilani Kaʻōpūlani: “Stars” at ");
    expect(said((await visitor().get(own)).body)).toContain("It was accepted.");
    const talkHref = new Page((await admin.get(here)).body).attributes(".admin-top a", "href").at(-1) ?? "";
    const made = new Page((await admin.get(talkHref)).body);
    expect([made.value("title"), made.text("main")]).toEqual(["Stars", expect.stringContaining("Leilani Kaʻōpūlani")]);
  });

  test("is declined with the other text", async () => {
    const { own, here } = await proposed("Moons", "noa@example.org");
    const version = new Page((await admin.get(`${here}?decide=decline`)).body).value("version") ?? "";
    expect((await admin.post(here, { intent: "decline", version })).status).toBe(303);
    expect((await mailTo("noa@example.org", 2)).text).toContain("No, Leilani Kaʻōpūlani.");
    expect(said((await visitor().get(own)).body)).toContain("It was not accepted.");
  });

  test("is refused after the deadline, and its link can no longer change it", async () => {
    const { own } = await proposed("Late", "late@example.org");
    expect((await openCall("2020-01-01T18:00")).status).toBe(303);
    expect((await read("/events/ethereum")).attributes("main dd a", "href")).not.toContain(path);
    expect((await read(path)).text("main")).toContain("This call for talks is closed.");
    const refused = await visitor().post(path, { ...talk, title: "Later", email: "late@example.org" });
    expect([refused.status, said(refused.body)]).toEqual([
      409,
      expect.stringContaining("This call for talks is closed."),
    ]);
    expect((await visitor().post(own, { ...talk, intent: "save" })).status).toBe(409);
    expect(said((await visitor().get(own)).body)).toContain("It can no longer be changed.");
  });
});

test("a site without email has no form for proposals, and tells admins why", async () => {
  const plain = await startStack(databaseTemplate());
  try {
    const [event] = await withTables(plain, (sql) =>
      sql<{ id: string }>(
        `insert into private.talk_calls (event_id, deadline, accepted_text, declined_text)
         select id, '2097-01-01 00:00Z', 'Yes.', 'No.' from public.events where key = 'ethereum' returning event_id as id`,
      ),
    );
    expect((await new Visitor(plain.url).get(path)).status).toBe(404);
    const signedIn = await signIn(new Visitor(plain.url));
    const page = await signedIn.get(`/admin/events/${event?.id}/programme/call`);
    expect(said(page.body)).toContain("This site sends no email");
  } finally {
    await plain.stop();
  }
});
