import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ticketPath } from "../../app/features/attendance/letters/status-link.ts";
import { withoutSignature } from "../../harness/serving/signed-address.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { startMailProvider } from "../../harness/serving/stand-in.ts";
import { eventually, signIn, Visitor } from "./client.ts";
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
    `insert into public.events (key, title, place, summary, starts_at, ends_at, date_precision, attendee_limit, takes_reservations, party_limit, is_published)
     values ('talk', 'A talk', 'Our usual room', 'It is one.', now() + interval '30 days', now() + interval '30 days 1 hour', 'exact', 1, true, 2, true)
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
const press = async (path: string, intent: string) => {
  const answer = await visitor().post(path, { intent });
  return withoutSignature(answer.headers.location ?? "");
};
const form = { name: "Kai", event: "talk", party: "1" };
/** Makes a reservation and confirms its email address. @returns the path of the person's status page */
async function reserve(email: string, fields: Record<string, string>): Promise<string> {
  await visitor().post("/events/talk", { ...form, email, ...fields });
  const mail = await eventually(() => mailsTo(email).at(-1), `a mail to ${email}`);
  const path = /\/w\/[a-z2-7]{32}/.exec(mail.text)?.[0] ?? "";
  await press(path, "confirm");
  return path;
}
async function save(changed: Record<string, string>) {
  const page = await look(admin, `${event}/details`);
  const names = [
    "title",
    "version",
    "date",
    "start",
    "end",
    "place",
    "summary",
    "attendee_limit",
    "online_limit",
    "party_limit",
  ];
  return admin.post(`${event}/details`, {
    ...Object.fromEntries(names.map((name) => [name, page.value(name) ?? ""])),
    ...{ date_precision: "exact", status: "scheduled", is_published: "on", admission: "here" },
    ...changed,
  });
}
const errors = ({ body }: { body: string }) => new Page(body).texts(".field .error");

test("the form of an event takes one limit for the room and one for online", async () => {
  expect(errors(await save({ meets: "both" }))).toEqual(["Enter the number of spots online"]);
  expect(errors(await save({ meets: "online", online_limit: "5" }))).toEqual([
    "Leave it empty, or choose “In a room and online”",
  ]);
  const saved = await save({ meets: "both", online_limit: "5" });
  expect(withoutSignature(saved.headers.location ?? "")).toBe(`${event}/details?done=saved`);
  const overview = async () => (await look(admin, event)).text("main");
  expect(await overview()).toContain("People online have no link to join yet. Enter it");
  await admin.post(`${event}/join-link`, { url: secret });
  expect(await overview()).not.toContain("no link to join");
  expect((await look(admin, `${event}/details`)).value("online_limit")).toBe("5");
});

test("the sign-up form asks where to take part, shows the free spots of each, and accepts nothing else", async () => {
  const page = await look(visitor(), "/events/talk");
  expect(page.texts(".choice")).toEqual(["In the room (1 spot left)", "Online (5 spots left)"]);
  const wrong = await visitor().post("/events/talk", { ...form, email: "kai@example.org", attends: "moon" });
  expect([wrong.status, errors(wrong)]).toEqual([422, ["Choose where you will take part"]]);
  expect(await rows("select from public.waitlist_entries where email = 'kai@example.org'")).toEqual([]);
});

test("a switch keeps the spot in the room until one online is free; calendar file, ticket and link follow it", async () => {
  await rows("update public.events set online_limit = 1 where key = 'talk'");
  const kai = await reserve("kai@example.org", { attends: "room" });
  const ana = await reserve("ana@example.org", { attends: "online" });
  expect((await look(visitor(), kai)).text("main")).toContain("You have a spot in the room. Show your ticket");
  expect(await press(kai, "switch-to-online")).toBe(`${kai}?done=switching`);
  const waits = await look(visitor(), kai);
  expect(waits.text("main")).toContain("You are number 1 on the waitlist for a spot online.");
  expect(waits.texts("button")).toContain("Stay in the room");
  const inRoom = await visitor().get(`${kai}.ics`);
  expect(inRoom.body).toContain("LOCATION:Our usual room\r\n");
  expect(inRoom.body.replace(/\r\n /g, "")).not.toContain("secret-room");
  expect((await visitor().get(await ticketPath(kai.replace("/w/", "")))).body).toContain("Show this at the door");

  expect(await press(kai, "take"), "somebody else has it").toBe(`${kai}?done=not-switched`);
  const kept = await visitor().postAndFollow(kai, { intent: "take" });
  expect(new Page(kept.body).text(".notice")).toBe(
    "You keep the spot that you have. The other one has gone to someone else.",
  );

  const before = mailsTo("kai@example.org").length;
  await press(ana, "leave");
  const mail = await eventually(() => mailsTo("kai@example.org")[before], "a mail that says so");
  expect(mail.subject).toBe("Your spot online at A talk");
  const online = await look(visitor(), kai);
  expect(online.text("main")).toContain("You have a spot online.");
  expect(online.attributes("a", "href")).toContain(secret);
  expect((await visitor().get(`${kai}.ics`)).body.replace(/\r\n /g, "")).toContain(`LOCATION:${secret}`);
  expect((await visitor().get(await ticketPath(kai.replace("/w/", "")))).body).toContain(
    "There is no ticket for you here.",
  );
  expect(await press(kai, "switch-to-moon"), "no button of ours").toBe(kai);
});

test("an event is not saved without a place where someone has a spot, as its field explains", async () => {
  const refused = await save({ meets: "room", online_limit: "" });
  expect(refused.status).toBe(422);
  expect(errors(refused)).toEqual([
    "People have reservations or offers where the event would no longer meet. Ask them to switch on their pages, or cancel these first.",
  ]);
});

test("the sign for the door is about the room, and check-in names the time from which an admin can open it", async () => {
  expect((await look(admin, `${event}/sign`)).text("main")).toMatch(/Our usual room(?!, and online)/);
  const door = (await look(admin, `${event}/door`)).text("main");
  expect(door).toContain("a day before it opens for helpers.");
  expect(door).not.toContain("Open check-in on this device");
});

test("admins see both places, can sign people up for either, and have it in the file", async () => {
  const list = `${event}/people`;
  await admin.post(list, { intent: "add", name: "Noe", email: "noe@example.org", party: "1", attends: "room" });
  const page = await look(admin, list);
  expect(page.texts("section > h2.text-h3").slice(0, 2)).toEqual(["In the room", "Online"]);
  expect(page.texts('td[data-label="Takes part"]')).toEqual(["Online", "In the room"]);
  expect(page.texts('td[data-label="State"]')).toHaveLength(2);
  const file = await admin.get(`${event}/people.csv`);
  expect(file.body).toMatch(/"party","state","confirmed_at","came","attends"\r?\n/);
  expect(file.body).toMatch(/noe@example\.org.*,"room"\r?\n/);
});

test("the join link is in no public response, and not in the log", async () => {
  const things = (await look(visitor(), "/events/talk")).texts('script[type="application/ld+json"]').join();
  expect(things).toContain("MixedEventAttendanceMode");
  expect(things).toContain('"VirtualLocation"');
  for (const path of [
    "/",
    "/events",
    "/events/talk",
    "/events/talk.ics",
    "/events.ics",
    "/events.json",
    "/search?q=talk",
  ]) {
    const answer = await visitor().get(path);
    expect(answer.status, path).toBe(200);
    expect(answer.body, path).not.toContain("secret-room");
  }
  expect((await visitor().get("/events/talk.ics")).body).toContain("LOCATION:Our usual room\\, and online");
  expect(readFileSync(stack.workerLog, "utf8")).not.toContain("secret-room");
});
