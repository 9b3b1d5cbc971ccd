import { afterAll, beforeAll, expect, test } from "vitest";
import { withoutSignature } from "../../harness/serving/signed-address.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { startMailProvider } from "../../harness/serving/stand-in.ts";
import { eventually, madeAnew, signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate, placeOf, type Row, withTables } from "./tables.ts";

let stack: Stack;
let admin: Visitor;
let provider: Awaited<ReturnType<typeof startMailProvider>>;
const ids: Record<string, string> = {};
beforeAll(async () => {
  provider = await startMailProvider();
  provider.answer("by the protocol");
  stack = await startStack(databaseTemplate(), provider.settings);
  admin = await signIn(new Visitor(stack.url));
  const events = await rows<{ key: string; id: string }>(
    `insert into public.events (key, title, place, summary, starts_at, ends_at, date_precision, attendee_limit, takes_reservations, is_published)
     select e.key, e.title, 'Our usual room', 'It is one.', now() + interval '30 days', now() + interval '30 days 1 hour', 'exact', e.spots, true, true
     from (values ('conference', 'Conference of ʻIolani', 3), ('poi', 'Pounding poi', 1)) e (key, title, spots)
     returning key, id`,
  );
  for (const { key, id } of events) ids[key] = id;
});
afterAll(() => Promise.all([stack?.stop(), provider?.stop()]));

const visitor = () => new Visitor(stack.url);
const rows = <Found = Row>(text: string, ...parameters: unknown[]) =>
  withTables(stack, (sql) => sql<Found>(text, ...parameters));
const look = async (who: Visitor, path: string) => new Page((await who.get(path)).body);
/** The page as a visitor reads it now, rendered anew. */
const read = async (path: string) => new Page((await visitor().get(path, madeAnew)).body);
const mailsTo = (email: string) => provider.mailbox.mails.filter(({ to }) => to[0] === email);
/** Makes a reservation and confirms its email address. @returns the path of the person's status page */
async function reserve(email: string, event = "conference"): Promise<string> {
  await visitor().post(`/events/${event}`, { name: "Kai", email, event, party: "1" });
  const mail = await eventually(() => mailsTo(email).at(-1), `a mail to ${email}`);
  const path = /\/w\/[a-z2-7]{32}/.exec(mail.text)?.[0] ?? "";
  await visitor().post(path, { intent: "confirm" });
  return path;
}
const press = async (path: string, fields: Record<string, string> = {}) => {
  const { status, headers } = await visitor().post(path, {
    intent: "workshop",
    event: "poi",
    attends: "room",
    ...fields,
  });
  return [status, withoutSignature(headers.location ?? "")];
};
/** The part of a status page about workshops. */
const partOf = async (path: string) => (await read(path)).text('[aria-labelledby="workshops"]');
const pageIn = async (path: string) =>
  (await read(path)).attributes('[aria-labelledby="workshops"] a', "href").find((href) => href.startsWith("/w/")) ?? "";

const eventFields = ["title", "version", "date", "start", "end", "place", "summary", "attendee_limit", "party_limit"];
async function save(changed: Record<string, string>, key = "poi") {
  const path = `/admin/events/${ids[key]}/details`;
  const page = await look(admin, path);
  return admin.post(path, {
    ...Object.fromEntries(eventFields.map((name) => [name, page.value(name) ?? ""])),
    ...{ date_precision: "exact", status: "scheduled", is_published: "on", admission: "here" },
    ...changed,
  });
}
const errors = ({ body }: { body: string }) => new Page(body).texts(".field .error");

test("an admin makes an event a workshop of another one, and each refusal is explained", async () => {
  const main = { for_people_of: ids.conference ?? "" };
  expect(errors(await save({ ...main, admission: "interest" }))).toEqual([
    "Choose “Everybody can sign up”, or free reservations on this site",
  ]);
  expect(errors(await save({ ...main, party_limit: "2" }))).toEqual([
    "Enter 1: people with a reservation at another event take one spot each",
  ]);
  expect(errors(await save({ for_people_of: "moon" }))).toEqual(["Choose an event that exists"]);
  const noMainEvent = [
    "Choose an event that is for everybody, and is not this one. An event that has workshops cannot be a workshop itself",
  ];
  expect(errors(await save({ for_people_of: crypto.randomUUID() }))).toEqual(noMainEvent);
  expect(withoutSignature((await save(main)).headers.location ?? "")).toBe(
    `/admin/events/${ids.poi}/details?done=saved`,
  );
  expect(
    (await look(admin, `/admin/events/${ids.poi}/details`)).attribute(
      'select[name="for_people_of"] option[selected]',
      "value",
    ),
  ).toBe(ids.conference);
  expect(errors(await save({ for_people_of: ids.poi ?? "" }, "conference"))).toEqual(noMainEvent);
  const offered = await look(admin, `/admin/events/${ids.conference}/details`);
  expect(offered.texts('select[name="for_people_of"] option').join(), "neither itself nor a workshop").not.toMatch(
    /Pounding|ʻIolani/,
  );
  expect(errors(await save({ admission: "interest" }, "conference"))).toEqual([
    "Other events are only for people with a reservation at this one. Change that in their forms first, or keep reservations on this site.",
  ]);
  const form = await look(admin, `/admin/events/${ids.conference}/details?confirm=delete`);
  const refused = await admin.post(`/admin/events/${ids.conference}/details`, {
    intent: "delete",
    version: form.value("version") ?? "",
  });
  expect([refused.status, new Page(refused.body).text(".notice")]).toEqual([
    422,
    "Other events are only for people with a reservation at this one. Change that in their forms, or delete them first.",
  ]);
});

test("the larger event leads to its workshop, and says that a copy is made without it", async () => {
  const overview = await look(admin, `/admin/events/${ids.conference}`);
  expect(overview.text('[aria-labelledby="workshops"] tbody')).toMatch(/^Pounding poi .*1 of 1 spot$/);
  expect(overview.attributes('[aria-labelledby="workshops"] a', "href")).toEqual([
    `/admin/events/${ids.poi}`,
    `/admin/events/${ids.poi}/people`,
  ]);
  const copying = async (key: string) =>
    (await look(admin, `/admin/events/${ids[key]}/copy`)).attributes("dd a", "href");
  expect(await copying("conference")).toEqual([`/admin/events/${ids.poi}/copy`]);
  expect(await copying("poi")).toEqual([]);
});

test("a workshop's page has no form, says where to sign up, and refuses every form alike, without a row or email", async () => {
  const kai = await reserve("kai@example.org");
  const page = await read("/events/poi");
  expect(page.texts("#waitlist form")).toEqual([]);
  expect(page.text("#waitlist")).toContain(
    "Only for people with a reservation at Conference of ʻIolani. They sign up on their page: open the link in our emails, or have it sent again.",
  );
  expect(page.text("#waitlist")).toContain("1 of 1 spot left");
  expect(page.attributes("#waitlist a", "href")).toEqual(["/events/conference", "/w?event=conference", "/w?event=poi"]);
  await eventually(() => mailsTo("kai@example.org").at(1), "the ticket for the conference");
  const mails = provider.mailbox.mails.length;
  const answers: string[] = [];
  for (const email of ["kai@example.org", "stranger@example.org"])
    for (const path of ["/events/poi", "/events"]) {
      const answer = await visitor().post(path, { name: "Kai", email, event: "poi", party: "1" });
      expect(answer.status).toBe(422);
      const said = new Page(answer.body);
      expect(said.text("#waitlist .notice")).toBe(
        "You were not signed up: this event is for people with a reservation at another one. They sign up on their own page.",
      );
      expect(said.texts("#waitlist form")).toEqual([]);
      answers.push(said.text("#waitlist") ?? "");
    }
  expect(answers.slice(0, 2)).toEqual(answers.slice(2));
  expect(await rows("select from public.waitlist_entries where event_id = $1", ids.poi)).toEqual([]);
  expect(provider.mailbox.mails.length).toBe(mails);
  expect(await partOf(kai)).toContain("1 of 1 spot left.");
});

test("one press takes the spot, a second one changes nothing, and the next person joins the waitlist", async () => {
  const kai = await reserve("kai-2@example.org");
  const ana = await reserve("ana@example.org");
  expect((await read(kai)).texts('[aria-labelledby="workshops"] button')).toEqual(["Reserve a spot at Pounding poi"]);
  expect(await press(kai)).toEqual([303, `${kai}?done=workshop`]);
  expect(await press(kai)).toEqual([303, `${kai}?done=workshop`]);
  const ticket = await eventually(
    () => mailsTo("kai-2@example.org").find(({ subject }) => subject === "Your ticket for Pounding poi"),
    "a ticket",
  );
  expect(await partOf(kai)).toContain("You have a spot. Your page for Pounding poi");
  expect((await read(kai)).texts('[aria-labelledby="workshops"] button')).toEqual([]);
  const own = await pageIn(kai);
  expect(ticket.text, "the link of the page is that of the mail").toContain(own);
  const page = await read(own);
  expect(page.text("main")).toContain("Your sign-up for Pounding poi");
  expect(page.text("main")).toContain("You have a spot. Show your ticket at the door.");
  expect((await read(ana)).texts('[aria-labelledby="workshops"] button')).toEqual([
    "Join the waitlist at Pounding poi",
  ]);
  expect(await press(ana)).toEqual([303, `${ana}?done=workshop-line`]);
  expect(await partOf(ana)).toContain("You are number 1 on the waitlist.");
  expect((await read(await pageIn(ana))).text("main")).toContain("You are number 1 on the waitlist.");
  const held = JSON.parse((await visitor().get(`${kai}.json`)).body);
  expect(held.workshops).toMatchObject([{ title: "Pounding poi", own: { state: "placed", page: own } }]);
  expect(JSON.stringify(held), "no digests").not.toMatch(/[0-9a-f]{64}/);
  for (const wrong of [{ event: "moon" }, { event: "conference" }])
    expect(await press(kai, wrong)).toEqual([303, `${kai}?done=no-workshop`]);
  expect(await press(kai, { event: "../" })).toEqual([303, kai]);
});

test("a person on the conference's waitlist sees the workshop, and cannot take a spot", async () => {
  const waits = await reserve("late@example.org");
  const page = await read(waits);
  expect(page.text("main")).toContain("You are number 1 on the waitlist.");
  expect(await partOf(waits)).toContain("Once you have one, you can sign up here.");
  expect(page.texts('[aria-labelledby="workshops"] button')).toEqual([]);
  expect(await press(waits)).toEqual([303, `${waits}?done=no-workshop`]);
  const person = visitor();
  const { headers } = await person.post(waits, { intent: "workshop", event: "poi" });
  expect((await look(person, headers.location ?? "")).text(".notice")).toBe(
    "Nothing was changed. You can sign up with a confirmed reservation, while sign-up is open.",
  );
});

test("an admin reads at which workshop a person has a spot before canceling the reservation", async () => {
  const [entry] = await rows<{ id: string }>(
    "select id from public.waitlist_entries where email = 'kai-2@example.org' and for_entry is null",
  );
  const person = await look(admin, `/admin/events/${ids.conference}/people/${entry?.id}`);
  expect(person.texts("main .facts a")).toContain("Pounding poi");
  for (const section of ["cancel", "remove"])
    expect(person.text(`[aria-labelledby="${section}"]`)).toContain(
      "and with it their spot or waitlist position at Pounding poi",
    );
});

test("giving up the reservation gives up the workshop, as its page warns, and the next person gets the offer", async () => {
  const [kai] = await rows<{ email: string }>(
    "select email from public.waitlist_entries where event_id = $1 and for_entry is not null order by created_at limit 1",
    ids.poi,
  );
  expect(kai?.email).toBe("kai-2@example.org");
  const mail = mailsTo("kai-2@example.org").find(({ subject }) => subject.includes("confirm"));
  const path = /\/w\/[a-z2-7]{32}/.exec(mail?.text ?? "")?.[0] ?? "";
  const own = await pageIn(path);
  expect((await read(path)).text('[aria-labelledby="leave"]')).toContain(
    "You also lose your spot or waitlist position at Pounding poi. An undo does not bring that back.",
  );
  await visitor().post(path, { intent: "leave" });
  expect((await visitor().get(own)).status).toBe(404);
  await rows("select public.promote_lines()");
  expect(
    await rows(
      "select w.email, r.state from public.reservations r join public.waitlist_entries w using (id) where r.event_id = $1",
      ids.poi,
    ),
  ).toEqual([{ email: "ana@example.org", state: "offered" }]);
  await visitor().post(path, { intent: "undo" });
  expect(await partOf(path)).not.toContain("Your page for");
});

test("a talk names its workshop, and its page and the program show what is left, updated after each save", async () => {
  await rows("insert into public.programmes (id, published_at) values ($1, now())", ids.conference);
  const programme = `/admin/events/${ids.conference}/programme`;
  const form = await look(admin, `${programme}/new`);
  expect(form.texts('select[name="workshop"] option')).toEqual(["No sign-up needed", "Pounding poi"]);
  const talk = { title: "Poi, by hand", kind: "workshop", language: "en", workshop: ids.poi ?? "" };
  expect(errors(await admin.post(`${programme}/new`, { ...talk, workshop: "moon" }))).toEqual([
    "Choose an event that exists",
  ]);
  expect((await admin.post(`${programme}/new`, talk)).status).toBe(303);
  const list = await read("/events/conference/programme");
  expect(list.text(".talk-entry")).toContain("Workshop · Full, with a waitlist");
  expect(list.attributes(".talk-entry a", "href")).toContain("/events/poi");
  expect((await look(admin, programme)).text(".notice.past"), "the talk has no time yet").toMatch(
    /differ from the workshop where people sign up ?Poi, by hand: Pounding poi is on \w+day, .* to \d+:\d\d [AP]M$/,
  );
  const path = list.attributes(".talk-entry a", "href")[0] ?? "";
  expect((await read(path)).text(".facts")).toMatch(
    /Spots ?Full, with a waitlist, as of \d+:\d\d [AP]M HST\. Only for people with a reservation at Conference of ʻIolani: how to sign up/,
  );
  await save({ attendee_limit: "9", for_people_of: ids.conference ?? "" });
  expect((await read(path)).text(".facts")).toContain("8 of 9 spots left");
  await save({ for_people_of: "" });
  expect((await read(path)).text(".facts"), "of an event for everybody nothing is said").not.toContain("Spots");
  await save({ for_people_of: ids.conference ?? "" });
});

test("a canceled conference closes its workshops", async () => {
  await save({ status: "cancelled" }, "conference");
  expect((await read("/events/poi")).text("#waitlist")).toContain("Sign-up is closed");
  expect((await read("/events/poi")).text("#waitlist")).not.toContain("They sign up on their page");
});

test("the workshop's waitlist says so to admins", async () => {
  expect((await look(admin, await placeOf(stack, "poi"))).text("main")).toContain("Closed: the main event is canceled");
});

test("whoever takes a spot is told of the workshop's questions until they have answered on its page", async () => {
  const [larger] = await rows(
    `insert into public.events (key, title, place, summary, starts_at, date_precision, attendee_limit, takes_reservations, is_published)
     values ('hui', 'Hui', 'Hilo', 'It is one.', now() + interval '30 days', 'exact', 9, true, true) returning id`,
  );
  const [question] = await rows(
    `with workshop as (
       insert into public.events (key, title, place, summary, starts_at, date_precision, attendee_limit, takes_reservations, party_limit, is_published, for_people_of)
       values ('ulu', 'Cooking ʻulu', 'Hilo', 'It is one.', now() + interval '30 days', 'exact', 9, true, 1, true, $1) returning id
     )
     insert into public.event_questions (event_id, position, kind, text, is_required)
     select id, 1, 'short', 'Which knife do you bring?', true from workshop returning id`,
    larger?.id,
  );
  const path = await reserve("pua-2@example.org", "hui");
  expect(await partOf(path)).not.toContain("questions");
  expect(await press(path, { event: "ulu" })).toEqual([303, `${path}?done=workshop`]);
  expect(await partOf(path)).toContain("The organizers have questions for you; answer them on your page there.");
  const own = await pageIn(path);
  expect((await read(own)).text("main")).toContain("Which knife do you bring?");
  const field = `q-${question?.id}`;
  expect((await visitor().post(own, { intent: "answers", [field]: "" })).status).toBe(422);
  expect((await visitor().post(own, { intent: "answers", [field]: "My aunt’s" })).status).toBe(303);
  expect((await read(own)).value(field)).toBe("My aunt’s");
  expect(await partOf(path)).not.toContain("questions");
});
