import { afterAll, beforeAll, expect, test } from "vitest";
import { withoutSignature } from "../../harness/serving/signed-address.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { startMailProvider } from "../../harness/serving/stand-in.ts";
import { eventually, signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { roleAskers } from "./role-askers.ts";
import { databaseTemplate } from "./tables.ts";

let stack: Stack;
let owner: Visitor;
let editor: Visitor;
let event: string;
let provider: Awaited<ReturnType<typeof startMailProvider>>;
beforeAll(async () => {
  provider = await startMailProvider();
  provider.answer("by the protocol");
  stack = await startStack(databaseTemplate(), provider.settings);
  const [added] = await stack.query(
    `insert into public.events (key, title, place, summary, starts_at, ends_at, date_precision, attendee_limit, takes_reservations, is_published, party_limit)
     values ('evening', 'Evening', 'Kahala', 'Soon.', date_trunc('day', now()) + interval '30 days', date_trunc('day', now()) + interval '30 days 1 hour', 'exact', 20, true, true, 3)
     returning id`,
    [],
  );
  event = `/admin/events/${added?.id}`;
  owner = await signIn(new Visitor(stack.url));
  editor = (await roleAskers.editor(stack)).visitor;
});
afterAll(() => Promise.all([stack?.stop(), provider?.stop()]));

const addressOf = (name: string) => `${name}@evening.example`;
const mailsTo = (name: string) => provider.mailbox.mails.filter(({ to }) => to[0] === addressOf(name));
const look = async (path: string) => new Page((await owner.get(path)).body);

async function signUp(name: string, party = "1"): Promise<string> {
  await new Visitor(stack.url).post("/events/evening", { name, email: addressOf(name), event: "evening", party });
  const mail = await eventually(() => mailsTo(name)[0], `a mail to ${name}`);
  return /\/w\/[a-z2-7]{32}/.exec(mail.text)?.[0] ?? "";
}

async function join(name: string, party?: string): Promise<string> {
  const path = await signUp(name, party);
  expect((await new Visitor(stack.url).post(path, { intent: "confirm" })).status).toBe(303);
  await eventually(() => mailsTo(name)[1], `a ticket for ${name}`);
  return path;
}

/** Moves the event by its form, as it is served. */
async function moveTo(place: string) {
  const form = await look(`${event}/details`);
  const names = ["title", "version", "date", "start", "end", "summary", "attendee_limit", "party_limit"];
  const fields = {
    ...Object.fromEntries(names.map((name) => [name, form.value(name) ?? ""])),
    ...{ date_precision: "exact", status: "scheduled", is_published: "on", admission: "here", place },
  };
  const { status, headers } = await owner.post(`${event}/details`, fields);
  expect([status, withoutSignature(headers.location ?? "")]).toEqual([303, `${event}/details?done=saved`]);
}

/** The hidden fields of the question whether to send. */
async function sending(path: string) {
  const page = await look(path);
  const names = page.attributes('[aria-labelledby="send"] input', "name");
  return Object.fromEntries(names.map((name) => [name, page.value(name) ?? ""]));
}

const settled = () =>
  eventually(async () => {
    const [row] = await stack.query("select count(*) from public.mails where state in ('due', 'claimed')", []);
    return Number(row?.count) === 0;
  }, "the end of sending");

/** Tells everybody what changed; owner and editor press at the same moment. */
async function tellAll() {
  const fields = { ...(await sending(`${event}/emails?kind=changed&confirm=send`)), intent: "start", kind: "changed" };
  const answers = await Promise.all([owner, editor].map((admin) => admin.post(`${event}/emails`, fields)));
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 409]);
  await settled();
}

async function write(admin: Visitor, audience: string, subject: string) {
  const path = `${event}/emails/new`;
  const words = { intent: "words", audience, subject, words: "Please bring:\n\n- an ID" };
  expect((await admin.post(path, words)).status).toBe(303);
  const sent = await admin.post(path, { ...(await sending(`${path}?confirm=send`)), intent: "start" });
  expect([sent.status, withoutSignature(sent.headers.location ?? "")]).toEqual([
    303,
    `${event}/emails?done=campaign-started`,
  ]);
  await settled();
}

const idOf = async (name: string) => {
  const [entry] = await stack.query("select id from public.waitlist_entries where email = $1", [addressOf(name)]);
  return String(entry?.id);
};

test("everyone gets what is new to them about an evening that moves twice, and what is written to them, once", async () => {
  await join("ana");
  await join("ben", "3");
  const cleo = await join("cleo");
  await signUp("dora");

  await write(editor, "spot", "Bring an ID");
  await moveTo("Hilo");
  expect((await look(event)).text("main")).toContain("4 people have not been notified of what changed: new place");
  expect((await look(`${event}/details`)).text("main"), "where it was moved").toContain(
    "4 people have not been notified",
  );
  await new Visitor(stack.url).post(cleo, { intent: "leave" });
  await join("eli");
  expect((await look(event)).text("main")).toContain("3 people have not been notified of what changed: new place");
  await tellAll();
  expect((await look(event)).text("main")).not.toContain("not been notified");

  await write(owner, "everyone", "What to bring");
  await moveTo("Kona");
  await moveTo("Hilo");
  expect((await look(event)).text("main"), "A, B and A again").not.toContain("not been notified");
  await moveTo("Kona");
  await tellAll();
  await join("fay");

  const people = await Promise.all(["ana", "dora", "fay"].map(idOf));
  const checked = await owner.post(`${event}/people`, [
    ["intent", "email"],
    ...people.map((id): [string, string] => ["person", id]),
  ]);
  expect([checked.status, checked.headers.location]).toEqual([303, `${event}/emails/new`]);
  await owner.post(`${event}/emails/new`, {
    ...{ intent: "words", audience: "checked", subject: "Come early", words: "Doors open at 5." },
  });
  const page = await look(`${event}/emails/new`);
  expect(page.text("main")).toContain("Of the 3 people you checked, 1 will not get it");
  const at = { date: "2099-01-01", time: "09:00", version: page.value("version") ?? "" };
  const scheduled = await owner.post(`${event}/emails/new`, { intent: "schedule", ...at });
  expect(withoutSignature(scheduled.headers.location ?? "")).toBe(`${event}/emails?done=campaign-scheduled`);
  expect((await look(`${event}/emails`)).text("tbody tr")).toContain("Those who are in this group then");
  await stack.query("update public.campaigns set send_at = now() where send_at is not null", []);
  await Promise.all([1, 2].map(() => stack.query("select private.start_scheduled()", [])));
  await moveOn();

  const subjects = Object.fromEntries(
    ["ana", "ben", "cleo", "dora", "eli", "fay"].map((name) => [name, mailsTo(name).map(({ subject }) => subject)]),
  );
  const moved = expect.stringMatching(/^New place: Evening, /);
  const joined = ["Please confirm your spot at Evening", "Your ticket for Evening"];
  expect(subjects).toEqual({
    ana: [...joined, "Bring an ID", moved, "What to bring", moved, "Come early"],
    ben: ["Please confirm your 3 spots at Evening", joined[1], "Bring an ID", moved, "What to bring", moved],
    cleo: [...joined, "Bring an ID"],
    dora: [joined[0], moved, moved],
    eli: [...joined, "What to bring", moved],
    fay: [...joined, "Come early"],
  });
  const [first, second] = mailsTo("ana").filter(({ subject }) => subject.startsWith("New place"));
  expect(first?.text).toContain("Hilo\n\nThe earlier place was: Kahala");
  expect(second?.text).toContain("Kona\n\nThe earlier place was: Hilo");
  const sequences = [first, second].map((mail) => sequenceOf(mail?.attachments?.[0]?.content ?? ""));
  expect(sequences[1]).toBeGreaterThan(sequences[0] ?? 0);
  const history = (await look(`${event}/emails`)).texts("tbody tr th").map((text) => text.replace(/ .*/, ""));
  expect(history).toEqual(["Come", "What", "What", "What", "Bring"]);
  expect((await look("/admin")).text("main")).toContain("An editor wrote to people of Evening: “Bring an ID”");
  const own = await look(`${event}/people/${await idOf("ana")}`);
  expect(own.texts('[aria-labelledby="emails-to"] dt')).toEqual([
    ...["Come early", "What changed", "What to bring", "What changed", "Bring an ID"],
  ]);
});

const sequenceOf = (file: string) =>
  Number(/SEQUENCE:(\d+)/.exec(Buffer.from(file, "base64").toString())?.[1] ?? Number.NaN);

/** Makes the Worker send what is due, as cron does within a minute. */
async function moveOn() {
  await owner.post(`${event}/emails/new`, { intent: "test" });
  await settled();
}
