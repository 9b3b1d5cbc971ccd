import { readFileSync } from "node:fs";
import { HtmlValidate, StaticConfigLoader } from "html-validate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { withoutSignature } from "../../harness/serving/signed-address.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { startMailProvider } from "../../harness/serving/stand-in.ts";
import { eventually, signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate, type Row, withTables } from "./tables.ts";

const validator = new HtmlValidate(new StaticConfigLoader(JSON.parse(readFileSync(".htmlvalidate.json", "utf8"))));

let stack: Stack;
let admin: Visitor;
let provider: Awaited<ReturnType<typeof startMailProvider>>;
let event: string;
let speaker: string;
let talk: string;
let number: number;
let here: string;

const rows = <Found = Row>(text: string, ...parameters: unknown[]) =>
  withTables(stack, (sql) => sql<Found>(text, ...parameters));
const visitor = () => new Visitor(stack.url);
const said = (body: string) => new Page(body).text("main");

async function addSpeaker(name: string) {
  const [row] = await rows<{ id: string }>(
    "insert into public.speakers (event_id, name, organization) values ($1, $2, 'Ledger') returning id",
    event,
    name,
  );
  return row?.id as string;
}

beforeAll(async () => {
  provider = await startMailProvider();
  provider.answer("by the protocol");
  stack = await startStack(databaseTemplate(), provider.settings);
  admin = await signIn(new Visitor(stack.url));
  const [added] = await rows<{ id: string }>(
    `insert into public.events (key, title, place, summary, starts_at, date_precision, is_published)
     values ('conference', 'A conference', 'Hilo', 'It is large.', '2097-05-20 00:00-10', 'day', true) returning id`,
  );
  event = added?.id as string;
  await rows("insert into public.programmes (id, published_at) values ($1, now())", event);
  speaker = await addSpeaker("Leilani Kaʻōpūlani");
  const [made] = await rows<{ id: string; number: number }>(
    "insert into public.talks (event_id, title, abstract) values ($1, 'Knots and keys', 'As it is.') returning id, number",
    event,
  );
  talk = made?.id as string;
  number = made?.number as number;
  await rows(
    "insert into public.talk_speakers (talk_id, speaker_id, event_id, position) values ($1, $2, $3, 1)",
    ...[talk, speaker, event],
  );
  here = `/admin/events/${event}/programme/speakers/${speaker}/corrections`;
});
afterAll(() => Promise.all([stack?.stop(), provider?.stop()]));

const fieldsOf = (body: string) => {
  const page = new Page(body);
  return Object.fromEntries(
    ["name", "organization", "biography", "link_url", `title-${number}`, `abstract-${number}`].map((name) => [
      name,
      page.value(name) ?? "",
    ]),
  );
};
const version = async () => new Page((await admin.get(here)).body).value("version") ?? "";
let path = "";

describe("asking a speaker for corrections", () => {
  test("sends one email an hour, and explains why there is no second one", async () => {
    expect((await admin.post(here, { intent: "ask", email: "lei@" })).status).toBe(422);
    const asked = await admin.post(here, { intent: "ask", email: "lei@example.org" });
    expect([asked.status, withoutSignature(asked.headers.location ?? "")]).toEqual([303, `${here}?done=speaker-asked`]);
    const mail = await eventually(
      () => provider.mailbox.mails.find(({ to }) => to[0] === "lei@example.org"),
      "the mail",
    );
    path = /\/corrections\/[a-z2-7]{32}/.exec(mail.text)?.[0] ?? "";
    expect(mail.subject).toBe("Please check your text in the program of A conference");
    const again = await admin.post(here, { intent: "ask", email: "lei@example.org" });
    expect([again.status, said(again.body)]).toEqual([409, expect.stringContaining("asked less than an hour ago")]);
    expect(provider.mailbox.mails).toHaveLength(1);
  });
});

describe("the page of a speaker's link", () => {
  test("has the texts of the speaker and their talks, and is not cached", async () => {
    const { status, headers, body } = await visitor().get(path);
    expect([status, headers["cache-control"], headers["referrer-policy"]]).toEqual([
      200,
      "private, no-store",
      "same-origin",
    ]);
    expect(fieldsOf(body)).toMatchObject({
      name: "Leilani Kaʻōpūlani",
      organization: "Ledger",
      [`title-${number}`]: "Knots and keys",
    });
    expect(body).not.toContain("lei@example.org");
    const { results } = await validator.validateString(body);
    expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([]);
    expect(await rows("select from private.speaker_contacts where correction is not null")).toHaveLength(0);
  });

  test("keeps what was typed when something is wrong", async () => {
    const typed = { ...fieldsOf((await visitor().get(path)).body), name: "", biography: "lei@example.org" };
    const { status, body } = await visitor().post(path, { ...typed, [`title-${number}`]: "" });
    expect([status, new Page(body).texts(".field .error")]).toEqual([
      422,
      ["Enter a name", expect.stringContaining("Leave email addresses out"), "Enter a title"],
    ]);
    expect(fieldsOf(body)).toMatchObject({ biography: "lei@example.org" });
  });

  test("stores a correction until an admin, who sees it beside the text, accepts it", async () => {
    const typed = fieldsOf((await visitor().get(path)).body);
    expect((await visitor().post(path, { ...typed, biography: "Draft." })).status).toBe(303);
    const sent = { ...typed, organization: "", [`abstract-${number}`]: "As it **will** be." };
    for (const _twice of [1, 2])
      expect(withoutSignature((await visitor().post(path, sent)).headers.location ?? "")).toBe(path);
    const { body } = await visitor().get(path);
    expect(said(body)).toContain("An organizer will look at what you sent.");
    expect(fieldsOf(body)).toMatchObject({
      organization: "",
      biography: "",
      [`abstract-${number}`]: "As it **will** be.",
    });
    const list = await admin.get(`/admin/events/${event}/programme/speakers`);
    expect(new Page(list.body).attributes("main a", "href")).toContain(here);
    expect(said((await admin.get("/admin")).body)).toContain("1 correction from a speaker to review: A conference");
    const seen = new Page((await admin.get(here)).body);
    expect(seen.texts("main tbody td")).toEqual(["Ledger", "(empty)", "As it is.", "As it **will** be."]);
    const taken = await admin.post(here, { intent: "take", version: seen.value("version") ?? "" });
    expect([taken.status, withoutSignature(taken.headers.location ?? "")]).toEqual([303, `${here}?done=saved`]);
    expect(await rows("select abstract, title from public.talks where id = $1", talk)).toEqual([
      { abstract: "As it **will** be.", title: "Knots and keys" },
    ]);
    expect(said((await visitor().get(path)).body)).toContain("Your correction was accepted.");
    expect((await admin.post(here, { intent: "take", version: seen.value("version") ?? "" })).status).toBe(409);
  });

  test("says if a correction was declined, and if there was nothing to correct", async () => {
    const typed = fieldsOf((await visitor().get(path)).body);
    await visitor().post(path, { ...typed, name: "Lei" });
    expect((await admin.post(here, { intent: "leave", version: await version() })).status).toBe(303);
    expect(said((await visitor().get(path)).body)).toContain("Your correction was declined.");
    expect(said((await admin.get(here)).body)).toContain("The last correction was declined");
    const same = await visitor().post(path, typed);
    expect(said((await visitor().get(same.headers.location ?? "")).body)).toContain("There was nothing to correct.");
  });

  test("cannot change the texts of others", async () => {
    const [foreign] = await rows<{ number: number }>(
      "insert into public.talks (event_id, title) values ($1, 'Another') returning number",
      event,
    );
    const typed = fieldsOf((await visitor().get(path)).body);
    const answer = await visitor().post(path, { ...typed, [`title-${foreign?.number}`]: "Mine" });
    expect(withoutSignature(answer.headers.location ?? "")).toBe(`${path}?done=same`);
  });

  test("does not exist if the link is made up or the address was deleted", async () => {
    const made = path.slice(0, -1) + (path.endsWith("a") ? "b" : "a");
    for (const address of [made, "/corrections/x"]) {
      const { status, body } = await visitor().get(address);
      expect([status, said(body)]).toEqual([404, expect.stringContaining("This link no longer works")]);
    }
    expect((await visitor().post(made, { name: "Lei" })).status).toBe(303);
    expect((await admin.post(here, { intent: "forget" })).status).toBe(303);
    expect((await visitor().get(path)).status).toBe(404);
    expect(said((await admin.get(here)).body)).not.toContain("Delete the address");
  });

  test("can no longer be requested once the event is over", async () => {
    const buttons = async () => new Page((await admin.get(here)).body).texts("#contact ~ form button");
    expect(await buttons()).toEqual(["Ask for corrections"]);
    await rows("update public.events set starts_at = now() - interval '9 days' where id = $1", event);
    expect(await buttons()).toEqual([]);
    expect(said((await admin.get(here)).body)).toContain("The event is over: its speakers are no longer asked");
  });
});

describe("a site without email", () => {
  test("makes a link for the admin to send, and a newer link ends it", async () => {
    const plain = await startStack(databaseTemplate());
    try {
      const signedIn = await signIn(new Visitor(plain.url));
      const [row] = await withTables(plain, (sql) =>
        sql<{ speaker: string; event: string }>(
          `with event as (insert into public.events (key, title, place, summary, starts_at, date_precision)
             values ('conference', 'A conference', 'Hilo', 'It is large.', '2097-05-20 00:00-10', 'day') returning id)
           insert into public.speakers (event_id, name) select id, 'Leilani' from event returning id as speaker, event_id as event`,
        ),
      );
      const page = `/admin/events/${row?.event}/programme/speakers/${row?.speaker}/corrections`;
      const token = async () => new Page((await signedIn.get(page)).body).value("token") ?? "";
      const first = await token();
      const { headers } = await signedIn.post(page, { intent: "link", token: first });
      expect(said((await signedIn.get(headers.location ?? "")).body)).toContain(`${plain.url}/corrections/${first}`);
      const open = async (each: string) => (await new Visitor(plain.url).get(`/corrections/${each}`)).status;
      expect(await open(first)).toBe(200);
      await signedIn.post(page, { intent: "link", token: await token() });
      expect(await open(first)).toBe(404);
    } finally {
      await plain.stop();
    }
  });
});
