import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withoutSignature } from "../../harness/serving/signed-address.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { startMailProvider } from "../../harness/serving/stand-in.ts";
import { ask, eventually, signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate, type Row, withTables } from "./tables.ts";

const secret = "https://meet.example/secret-room";

let stack: Stack;
let admin: Visitor;
let provider: Awaited<ReturnType<typeof startMailProvider>>;
let event: string;
beforeAll(async () => {
  provider = await startMailProvider();
  provider.answer("by the protocol");
  stack = await startStack(databaseTemplate(), provider.settings);
  admin = await signIn(new Visitor(stack.url));
  const [added] = await rows<{ id: string }>(
    `insert into public.events (key, title, place, summary, starts_at, ends_at, date_precision, attendee_limit, takes_reservations, is_published)
     values ('talk', 'A talk', 'Our usual room', 'It is one.', now() + interval '30 days', now() + interval '30 days 1 hour', 'exact', 5, true, true)
     returning id`,
  );
  event = `/admin/events/${added?.id}`;
});
afterAll(() => Promise.all([stack?.stop(), provider?.stop()]));

const visitor = () => new Visitor(stack.url);
const rows = <Found = Row>(text: string, ...parameters: unknown[]) =>
  withTables(stack, (sql) => sql<Found>(text, ...parameters));
const look = async (who: Visitor, path: string) => new Page((await who.get(path)).body);
const mailsTo = (email: string) => provider.mailbox.mails.filter(({ to }) => to[0] === email);
const setLink = (url: string) => admin.post(`${event}/join-link`, { url });
/** Makes a reservation. @returns the path of the person's status page */
async function reserve(email: string): Promise<string> {
  await visitor().post("/events/talk", { name: "Kai", email, event: "talk", party: "1" });
  const mail = await eventually(() => mailsTo(email).at(-1), `a mail to ${email}`);
  return /\/w\/[a-z2-7]{32}/.exec(mail.text)?.[0] ?? "";
}

test("an event is set to meet online in its form, and its join link is entered on a page of its own", async () => {
  expect((await admin.get(`${event}/join-link`)).status, "in a room").toBe(404);
  const form = await look(admin, `${event}/details`);
  const names = ["title", "version", "date", "start", "end", "place", "summary", "attendee_limit"];
  const fields = {
    ...Object.fromEntries(names.map((name) => [name, form.value(name) ?? ""])),
    ...{ date_precision: "exact", status: "scheduled", is_published: "on", admission: "here", meets: "online" },
  };
  expect(withoutSignature((await admin.post(`${event}/details`, fields)).headers.location ?? "")).toBe(
    `${event}/details?done=saved`,
  );
  const page = await look(admin, `${event}/join-link`);
  expect(page.text("main")).not.toContain("see it now");
  const wrong = await setLink("http://meet.example/1");
  expect([wrong.status, new Page(wrong.body).texts(".field .error")]).toEqual([
    422,
    ["Enter a link that starts with https://"],
  ]);
  expect(withoutSignature((await setLink(secret)).headers.location ?? "")).toBe(`${event}/join-link?done=saved`);
  expect((await look(admin, `${event}/join-link`)).value("url")).toBe(secret);
  expect((await visitor().get(`${event}/join-link`)).body).not.toContain("secret-room");
});

test("only a person with a confirmed spot gets the join link, on the status page and in the calendar file", async () => {
  const path = await reserve("kai@example.org");
  const held = await look(visitor(), path);
  expect(held.text("main")).not.toContain("Join online");
  expect((await visitor().get(`${path}.ics`)).status).toBe(404);
  await visitor().post(path, { intent: "confirm" });
  const own = await look(visitor(), path);
  expect(own.attributes("a", "href")).toEqual(expect.arrayContaining([secret, `${path}.ics`]));
  const file = await visitor().get(`${path}.ics`);
  expect(file.body.replace(/\r\n /g, "")).toContain(`LOCATION:${secret}`);
  expect(file.headers).toMatchObject({ "cache-control": "private, no-store", "x-robots-tag": "noindex" });

  const [id] = await rows<{ id: string }>("select id from public.events where key = 'talk'");
  expect((await visitor().get("/events/talk.ics")).body).toContain(`UID:${id?.id}@`);
  const shown = await look(visitor(), "/events/talk");
  expect(shown.text("main")).toContain("Online: Our usual room");
  expect(shown.text("main")).toContain("People who have a spot get the link to join.");
  const things = shown.texts('script[type="application/ld+json"]').join();
  expect(things).toContain("OnlineEventAttendanceMode");
  expect(things).toContain('"VirtualLocation"');
  const everywhere = [
    "/",
    "/events",
    "/events/talk",
    "/events/talk.ics",
    "/events.ics",
    "/events.json",
    "/sitemap.xml",
    "/search?q=talk",
  ];
  for (const public_ of everywhere) {
    const answer = await visitor().get(public_);
    expect(answer.status, public_).toBe(200);
    expect(answer.body, public_).not.toContain("secret-room");
  }
  const api = await rows("select to_jsonb(e) as row from public.events e");
  const log = await rows("select to_jsonb(a) as row from public.audit_log a");
  expect(JSON.stringify([api, log])).not.toContain("secret-room");
  expect(readFileSync(stack.workerLog, "utf8")).not.toContain("secret-room");
});

test("a replaced link is sent at once to people with a spot, who also get it an hour before the event", async () => {
  const before = mailsTo("kai@example.org").length;
  const unconfirmed = "ana@example.org";
  await reserve(unconfirmed);
  expect(withoutSignature((await setLink(`${secret}-2`)).headers.location ?? "")).toBe(
    `${event}/join-link?done=link-replaced`,
  );
  const mail = await eventually(() => mailsTo("kai@example.org")[before], "a mail with the new link");
  expect(mail).toMatchObject({
    subject: "New link to join: A talk",
    text: expect.stringContaining(`Join online: ${secret}-2`),
  });
  await rows(
    "update public.events set starts_at = now() + interval '50 minutes', ends_at = now() + interval '2 hours' where key = 'talk'",
  );
  await ask(stack.url, "/cdn-cgi/handler/scheduled?time=60000");
  const subjects = () => mailsTo("kai@example.org").map(({ subject }) => subject);
  await eventually(() => subjects().includes("The link to join: A talk"), "a mail with the link");
  for (const each of mailsTo(unconfirmed)) expect(each.text).not.toContain("secret-room");
});
