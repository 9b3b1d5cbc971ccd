import { afterAll, beforeAll, expect, test } from "vitest";
import { withoutSignature } from "../../harness/serving/signed-address.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { startMailProvider } from "../../harness/serving/stand-in.ts";
import { eventually, madeAnew, signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate, type Row, withTables } from "./tables.ts";

let stack: Stack;
let admin: Visitor;
let provider: Awaited<ReturnType<typeof startMailProvider>>;
let event: string;
let people: string;
let question: string;
beforeAll(async () => {
  provider = await startMailProvider();
  provider.answer("by the protocol");
  stack = await startStack(databaseTemplate(), provider.settings);
  admin = await signIn(new Visitor(stack.url));
  const [row] = await rows<{ id: string }>(
    `insert into public.events (key, title, place, summary, starts_at, ends_at, date_precision, attendee_limit, takes_reservations, is_published, party_limit)
     values ('board', 'The board evening', 'Our usual room', 'It is one.', now() + interval '30 days', now() + interval '30 days 1 hour', 'exact', 2, true, true, 2)
     returning id`,
  );
  event = row?.id ?? "";
  people = `/admin/events/${event}/people`;
  const [asked] = await rows<{ id: string }>(
    `insert into public.event_questions (event_id, kind, text, keep, position, is_required)
     values ($1, 'short', 'Why would you like to come?', 'evening', 1, true) returning id`,
    event,
  );
  question = `q-${asked?.id}`;
});
afterAll(() => Promise.all([stack?.stop(), provider?.stop()]));

const rows = <Found = Row>(text: string, ...parameters: unknown[]) =>
  withTables(stack, (sql) => sql<Found>(text, ...parameters));
const visitor = () => new Visitor(stack.url);
const look = async (who: Visitor, path: string, headers = {}) => new Page((await who.get(path, headers)).body);
const emailOf = (name: string) => `${name.toLowerCase()}@example.org`;
const mailsTo = (name: string) => provider.mailbox.mails.filter(({ to }) => to[0] === emailOf(name));
const subjectsTo = (name: string) => mailsTo(name).map(({ subject }) => subject);
const mailTo = (name: string, subject: string) =>
  eventually(() => mailsTo(name).find((mail) => mail.subject === subject), `“${subject}” to ${name}`);
const idOf = async (name: string) =>
  (await rows<{ id: string }>("select id from public.waitlist_entries where name = $1", name))[0]?.id ?? "";
/** How the script of the page sends a form. */
const byScript = { "Sec-Fetch-Dest": "empty", "Sec-Fetch-Mode": "cors" };

/** Asks to attend. @returns the text of the page that follows, and the path of the person's own page */
async function ask(name: string, headers = {}) {
  const person = visitor();
  const answers = { [question]: `${name} likes boards` };
  const sent = await person.post(
    "/events/board",
    { name, email: emailOf(name), event: "board", party: "1", ...answers },
    headers,
  );
  expect(sent.status).toBe(303);
  const shown = await look(person, sent.headers.location ?? "");
  const mail = await mailTo(name, "Please confirm your request to attend The board evening");
  return { said: shown.text("#waitlist") ?? "", mail, page: /\/w\/[a-z2-7]{32}/.exec(mail.text)?.[0] ?? "" };
}
const confirm = (page: string) => visitor().post(page, { intent: "confirm" });
const standing = async (page: string) =>
  (await look(visitor(), page)).text('[aria-labelledby="place"]')?.replace(/^.* Where /, "");
/** Chooses people on the list, and asks about doing something to them. @returns the path of the page that asks */
async function choose(intent: string, names: string[]) {
  const chosen = (await Promise.all(names.map(idOf))).map((id): [string, string] => ["person", id]);
  const { status, headers } = await admin.post(people, [["intent", intent], ...chosen]);
  expect(status).toBe(303);
  return headers.location ?? "";
}

test("people ask, and an admin decides with words that they read", async () => {
  const details = `/admin/events/${event}/details`;
  const form = await look(admin, details);
  const names = ["title", "version", "date", "start", "end", "place", "summary", "attendee_limit", "party_limit"];
  const fields = {
    ...Object.fromEntries(names.map((name) => [name, form.value(name) ?? ""])),
    ...{ date_precision: "exact", status: "scheduled", is_published: "on", admission: "asked", tells_undecided: "on" },
  };
  expect(withoutSignature((await admin.post(details, fields)).headers.location ?? "")).toBe(`${details}?done=saved`);
  const saved = await look(admin, details);
  expect(saved.attribute('input[name="admission"][checked]', "value")).toBe("asked");
  expect(saved.all('input[name="tells_undecided"][checked]')).toHaveLength(1);

  const sheet = async () => (await look(visitor(), "/events/board", madeAnew)).text("#waitlist");
  const before = await sheet();
  expect(before).toMatch(/^Ask to attendSpots are free of charge, and the organizers decide who gets one\./);
  expect(before).toContain("2 of 2 spots left, as of");
  expect(before).toContain("A request holds no spot.");
  expect(before).toContain("By asking you agree to emails about this event and your request.");
  expect(before).not.toMatch(/waitlist/i);

  const [ana, ben, cy] = [await ask("Ana"), await ask("Ben", byScript), await ask("Cyd")];
  const dee = await ask("Dee");
  for (const { said, mail } of [ana, ben, cy, dee]) {
    expect(said).toContain("Your requestOne more step: confirm by email.");
    expect(said).toContain("A request holds no spot");
    expect(said).not.toMatch(/waitlist|reservation/i);
    expect(mail.text).toContain("Someone used this address to ask to attend The board evening.");
    expect(mail.text).toContain("only confirmed requests can be accepted. You have no spot yet.");
    expect(mail.text).toContain("On your page you see where your request stands. You can confirm this address,");
    expect(mail.text).toContain("or withdraw your request there.");
    expect(mail.text).not.toMatch(/waitlist|reservation/i);
  }
  expect(await standing(ana.page)).toContain(
    "You have asked to attend. Confirm your address below: only confirmed requests can be accepted. You have no spot yet.",
  );
  for (const { page } of [ana, ben, cy]) await confirm(page);
  expect(await standing(ana.page)).toContain(
    "You have asked to attend. The organizers decide, and email you once they have. Until then you have no spot.",
  );
  const own = await look(visitor(), ana.page);
  expect(own.text('[aria-labelledby="leave"]')).toContain("Withdraw your request");
  expect(own.value(question)).toBe("Ana likes boards");
  expect((await sheet())?.replace(/as of .*? HST/, "")).toBe(before?.replace(/as of .*? HST/, ""));

  const list = await look(admin, people);
  expect(list.text("main")).toContain(
    "3 people ask to attend: accept them or turn them down. 1 person more has not confirmed the address, so nobody can accept them yet.",
  );
  expect((await look(admin, `/admin/events/${event}`)).text("main .lead")).toBe(
    "3 people ask to attend. Accept them or turn them down.",
  );
  expect((await look(admin, "/admin")).text('[aria-labelledby="next-events"]')).toContain("3 ask to attend");
  const asking = await look(admin, `${people}?state=asked`);
  expect(asking.texts("tbody th a")).toEqual(["Ana", "Ben", "Cyd"]);
  expect(asking.texts("tbody td.answer")).toContain("Ben likes boards");
  expect(asking.texts(".bulk-bar button").slice(0, 2)).toEqual(["Accept …", "Turn down …"]);
  expect((await look(admin, `${people}?state=asked-unconfirmed`)).texts("tbody th a")).toEqual(["Dee"]);

  const accepting = await choose("accept", ["Dee", "Cyd", "Ben", "Ana"]);
  const shown = await look(admin, accepting);
  expect(shown.text('[aria-labelledby="question"]')).toContain(
    "They get 2 spots together. Each gets an email with the ticket and the words below, right away.",
  );
  expect(shown.text('[aria-labelledby="question"]')).toContain(
    "Put 1 person for whom not enough spots are free on the waitlist, and tell them",
  );
  expect(shown.value("words")).toBe("We look forward to seeing you.");
  expect(shown.text('[aria-labelledby="whom"]')).toContain("Ana");
  expect(shown.texts('[aria-labelledby="left-out"] h3')).toEqual([
    "Not enough spots are free for the party",
    "Address not confirmed",
  ]);
  const tooLong = await admin.post(accepting, { intent: "apply", words: "a".repeat(2001) });
  expect([tooLong.status, new Page(tooLong.body).texts(".field .error")]).toEqual([
    422,
    ["Words must be at most 2,000 characters"],
  ]);
  expect(subjectsTo("Ana")).toHaveLength(1);
  const words = "Bring **an ID**, and see [the house](https://house.example).";
  for (const press of ["once", "twice"])
    expect((await admin.post(accepting, { intent: "apply", words })).status, press).toBe(303);
  expect((await look(admin, accepting)).text(".notice")).toContain("2 people accepted. 2 left out.");
  for (const name of ["Ana", "Ben"]) {
    const mail = await mailTo(name, "Your ticket for The board evening");
    expect(mail.text).toContain("The organizers have accepted your request to attend The board evening.");
    expect(mail.text).toMatch(/Bring an ID, and see the house \(?https:\/\/house\.example\/?\)?/);
    expect(mail.html).toContain("<strong>an ID</strong>");
  }
  expect(await standing(ana.page)).toContain("You have a spot. Show your ticket at the door.");
  expect(await standing(ana.page)).toContain("Bring an ID");
  expect(await sheet()).toContain("0 of 2 spots left");
  expect(await sheet(), "people can still ask").toContain("A request holds no spot.");

  const person = await look(admin, `${people}/${await idOf("Cyd")}`);
  expect(person.texts("main button")).toEqual(expect.arrayContaining(["Accept …", "Turn down …"]));
  const turning = (await admin.post(`${people}/${await idOf("Cyd")}`, { intent: "turn-down" })).headers.location ?? "";
  expect((await look(admin, turning)).value("words")).toContain("We are sorry that we cannot offer you a spot.");
  await admin.post(turning, { intent: "apply", words: "The next evening is in May." });
  const no = await mailTo("Cyd", "Your request to attend The board evening");
  expect(no.text).toContain("The organizers cannot accept your request to attend The board evening.");
  expect(no.text).toContain("The next evening is in May.");
  expect(await standing(cy.page)).toContain("The organizers have turned down your request to attend.");
  expect(await standing(cy.page)).toContain("The next evening is in May.");
  expect(await standing(ana.page)).not.toContain("in May");
  expect((await look(visitor(), cy.page)).text('[aria-labelledby="leave"]')).toContain("Erase your entry");

  await visitor().post(dee.page, { intent: "leave" });
  const left = visitor();
  expect((await look(left, dee.page)).text("main")).toContain("You have withdrawn.");
  const undone = await left.post(dee.page, { intent: "undo" });
  expect((await look(left, undone.headers.location ?? "")).text(".notice")).toContain("Your entry is back.");
  await visitor().post(dee.page, { intent: "leave" });
  await visitor().post(ben.page, { intent: "leave" });
  expect((await look(visitor(), ben.page)).text("main")).toContain("You have withdrawn.");
  expect(await sheet()).toContain("1 of 2 spots left");
  expect(subjectsTo("Ana"), "nothing doubled").toEqual([
    "Please confirm your request to attend The board evening",
    "Your ticket for The board evening",
  ]);
});

test("who does not fit goes to the waitlist if the admin wants that, and what is not decided is said the day before", async () => {
  await rows("update public.events set attendee_limit = 1 where id = $1", event);
  const eve = await ask("Eve");
  await confirm(eve.page);
  const accepting = await choose("accept", ["Eve"]);
  const asked = await look(admin, accepting);
  expect(asked.text('[aria-labelledby="question"]')).toContain(
    "Accept 1 person for the waitlist?Not enough spots are free.",
  );
  await admin.post(accepting, { intent: "apply", words: "", in_line: "on" });
  expect((await look(admin, accepting)).text(".notice")).toContain("1 person put on the waitlist.");
  const mail = await mailTo("Eve", "Your request to attend The board evening");
  expect(mail.text).toContain("accepted your request to attend The board evening, but not enough spots are free now.");
  expect(mail.text).toContain("You are number 1 on the waitlist.");

  const fay = await ask("Fay");
  await confirm(fay.page);
  await rows("update public.events set starts_at = now() + interval '20 hours', ends_at = null where id = $1", event);
  // Not through cron, which sends nothing of this at night.
  await rows("select private.tell_undecided()");
  const late = visitor();
  await late.post(eve.page, { intent: "leave" });
  const undecided = await mailTo("Fay", "Your request to attend The board evening");
  expect(undecided.text).toContain("The organizers have not decided yet, so you have no spot.");

  await rows("update public.events set starts_at = now() - interval '2 hours', ends_at = now() where id = $1", event);
  expect(await standing(fay.page)).toContain(
    "This event is over. You had asked to attend, and the organizers did not decide.",
  );
});
