import { afterAll, beforeAll, expect, test } from "vitest";
import { digestOf, newToken } from "../../app/platform/text/link-token.ts";
import { siteIsoDay } from "../../app/platform/text/site-time.ts";
import { withoutSignature } from "../../harness/serving/signed-address.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { madeAnew, signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate, withTables } from "./tables.ts";

let stack: Stack;
let admin: Visitor;
let event: string;
let here: string;
beforeAll(async () => {
  stack = await startStack(databaseTemplate());
  admin = await signIn(new Visitor(stack.url));
  const [row] = await withTables(stack, (sql) =>
    sql<{ id: string }>(
      `insert into public.events (key, title, place, summary, starts_at, ends_at, date_precision, attendee_limit, online_limit, meets, takes_reservations, is_published)
       values ('asked', 'An evening that asks', 'Hilo', 'It is one.', now() + interval '30 days', now() + interval '30 days 1 hour', 'exact', 50, 50, 'both', true, true) returning id`,
    ),
  );
  event = row?.id ?? "";
  here = `/admin/events/${event}/questions`;
});
afterAll(() => stack?.stop());

const visitor = () => new Visitor(stack.url);
const look = async (path: string) => new Page((await admin.get(path)).body);
const read = async () => new Page((await visitor().get("/events/asked", madeAnew)).body);
/** Sends the form of a question as it was served, with changes. */
async function save(path: string, changed: Record<string, string>) {
  const page = await look(path);
  const served = ["new_id", "version", "text", "hint", "options", "ready"].map((name) => [
    name,
    page.value(name) ?? "",
  ]);
  const kind = page.attribute('select[name="kind"] option[selected]', "value") ?? "short";
  return admin.post(path, { ...Object.fromEntries(served), kind, asked_of: "all", keep: "evening", ...changed });
}
const fieldOf = async (text: string) => {
  const [row] = await withTables(stack, (sql) =>
    sql<{ id: string }>("select id from public.event_questions where text = $1", text),
  );
  return `q-${row?.id}`;
};
const press = (intent: string, field: string) => admin.post(here, { intent, question: field.slice(2) });
const join = (email: string, answers: Record<string, string>) =>
  visitor().post("/events/asked", { name: "Kai", email, event: "asked", party: "1", attends: "room", ...answers });

test("an organizer adds a ready question and an own one, orders them, and visitors are asked", async () => {
  expect((await look(here)).text("main")).toContain("Nobody is asked anything yet");
  const saved = await save(`${here}/new?ready=food`, { is_required: "on" });
  expect([saved.status, withoutSignature(saved.headers.location ?? "")]).toEqual([303, `${here}?done=added`]);
  const wrong = await save(`${here}/new`, { text: "Which drinks?", kind: "several", options: "Water" });
  expect([wrong.status, new Page(wrong.body).texts(".field .error")]).toEqual([
    422,
    ["Enter 2 to 12 answers, one per line"],
  ]);
  const kept = { text: "Which drinks?", kind: "several", options: "Water\nJuice", keep: "entry" };
  expect(new Page((await save(`${here}/new`, kept)).body).texts(".field .error")).toEqual([
    "Confirm it, or have the answers erased after the event",
  ]);
  expect((await save(`${here}/new`, { ...kept, no_health: "on" })).status).toBe(303);
  expect((await save(`${here}/new`, { text: "Do you need a chair?", kind: "yes-no", asked_of: "room" })).status).toBe(
    303,
  );
  expect((await press("up", await fieldOf("Which drinks?"))).status).toBe(303);
  const page = await read();
  expect(page.texts("#waitlist legend")).toEqual(["In the room or online?", "Which drinks?", "Do you need a chair?"]);
  expect(page.texts("#waitlist label")).toContain("Is there something you cannot eat?");
  expect(page.text("#waitlist")).toContain("It is erased together with your sign-up.");
  expect(page.text("#waitlist")).toContain("Only if you come to the room.");
});

test("a sign-up is refused in words and gives back what was typed, then is stored with its answers", async () => {
  const [food, drinks] = [await fieldOf("Is there something you cannot eat?"), await fieldOf("Which drinks?")];
  const refused = await join("kai@example.org", { [drinks]: "Juice" });
  const page = new Page(refused.body);
  expect([refused.status, page.texts("#waitlist .summary li")]).toEqual([
    422,
    ["Answer “Is there something you cannot eat?”"],
  ]);
  expect(page.attribute(`input[name="${drinks}"][checked]`, "value")).toBe("Juice");
  expect((await join("kai@example.org", { [food]: "=Nuts\n", [drinks]: "Juice" })).status).toBe(303);
  const people = await look(`/admin/events/${event}/people`);
  expect(people.texts("thead th")).toEqual(expect.arrayContaining(["Which drinks?", "Do you need a chair?"]));
  expect(people.text("tbody")).toMatch(/=Nuts.*Juice|Juice.*=Nuts/);
  const file = (await admin.get(`/admin/events/${event}/people.csv`)).body;
  expect(file).toContain('"\'=Nuts"');
  const json = JSON.parse((await admin.get(`/admin/events/${event}/people.json`)).body);
  expect(json[0]).toMatchObject({ "answer 1: Which drinks?": "Juice" });
  const log = (await look("/admin/log")).text("main");
  expect(log).toContain("Question");
  expect(log).not.toContain("Nuts");
});

/** The path of a person's own page, whose link an email would bring. */
async function pageOf(email: string): Promise<string> {
  const token = newToken();
  await withTables(stack, async (sql) =>
    sql(
      "insert into private.waitlist_links (token_digest, entry_id) select $1, id from public.waitlist_entries where email = $2",
      await digestOf(token),
      email,
    ),
  );
  return `/w/${token}`;
}

test("a person reads and changes answers on the own page until the day that the organizer sets", async () => {
  const [food, drinks] = [await fieldOf("Is there something you cannot eat?"), await fieldOf("Which drinks?")];
  const own = await pageOf("kai@example.org");
  const look = async () => new Page((await visitor().get(own)).body);
  const answer = (answers: Record<string, string>) => visitor().post(own, { intent: "answers", ...answers });
  const page = await look();
  expect([page.value(food), page.attribute(`input[name="${drinks}"][checked]`, "value")]).toEqual(["=Nuts", "Juice"]);
  expect(page.text("#main")).toMatch(/You can change your answers until [A-Z][a-z]+ \d+, \d{4}, \d+:\d\d [AP]M HST\./);
  const refused = await answer({ [drinks]: "Water" });
  expect([refused.status, new Page(refused.body).texts(".summary li")]).toEqual([
    422,
    ["Answer “Is there something you cannot eat?”"],
  ]);
  expect((await answer({ [food]: "No nuts", [drinks]: "Juice" })).status).toBe(303);
  expect((await look()).value(food)).toBe("No nuts");
  expect((await admin.get(`/admin/events/${event}/people`)).body).toContain("Answers changed");
  const data = JSON.parse((await visitor().get(`${own}.json`)).body);
  expect(data).not.toHaveProperty("asks");
  expect(data.answers).toHaveLength(2);

  const bad = await admin.post(here, { intent: "until", answers_until: "2027-02-31" });
  expect([bad.status, new Page(bad.body).texts(".field .error")]).toEqual([422, ["Enter a date that exists"]]);
  const today = siteIsoDay(new Date());
  expect((await admin.post(here, { intent: "until", answers_until: today })).status).toBe(303);
  expect((await look()).text("#main")).toMatch(
    /You can change your answers until the end of [A-Z][a-z]+ \d+, \d{4}, Honolulu time\./,
  );
  await withTables(stack, (sql) =>
    sql(
      "update public.events set dated_at = now() - interval '3 days', answers_until = answers_until - 1 where id = $1",
      event,
    ),
  );
  const late = await answer({ [food]: "Nothing", [drinks]: "Water" });
  expect(late.status).toBe(303);
  const over = await look();
  expect(over.text("#main")).toContain("Your answers cannot be changed anymore.");
  expect(over.text("#main")).toContain("No nuts");
  expect(over.value(food)).toBeUndefined();
  expect((await admin.post(here, { intent: "until", answers_until: "" })).status).toBe(303);
  expect((await look()).value(food)).toBe("No nuts");
});

test("a person added by hand has to answer, and the page says so until they have", async () => {
  const list = `/admin/events/${event}/people`;
  const [food, chair] = [await fieldOf("Is there something you cannot eat?"), await fieldOf("Do you need a chair?")];
  const added = { intent: "add", name: "Lani", email: "lani@example.org", party: "1", attends: "room" };
  expect((await admin.post(list, added)).status).toBe(303);
  const own = await pageOf("lani@example.org");
  const look = async () => new Page((await visitor().get(own)).body);
  expect((await look()).text("#main")).toContain("Still to answer: Is there something you cannot eat?");
  expect((await visitor().post(own, { intent: "answers", [food]: "Poi", [chair]: "yes" })).status).toBe(303);
  const page = await look();
  expect(page.text("#main")).not.toContain("Still to answer");
  expect(page.attribute(`input[name="${chair}"][checked]`, "value")).toBe("yes");
});

test("a change that touches given answers asks first, and an answered question is closed, not deleted", async () => {
  const drinks = await fieldOf("Which drinks?");
  const path = `${here}/${drinks.slice(2)}`;
  const less = { options: "Water\nTea", keep: "entry", no_health: "on" };
  const asks = await save(path, less);
  const page = new Page(asks.body);
  expect([asks.status, page.text(".notice.bad")]).toEqual([
    409,
    expect.stringMatching(/^This touches 1 answer that people have given\..*Nothing is saved yet\./),
  ]);
  expect((await save(path, { ...less, agreed: page.value("agreed") ?? "" })).status).toBe(303);
  expect((await look(`/admin/events/${event}/people`)).text("tbody")).toContain("Juice (no longer offered)");
  const kind = await save(path, { ...less, kind: "short" });
  expect([kind.status, new Page(kind.body).text(".notice.bad")]).toEqual([
    409,
    expect.stringContaining("1 person has"),
  ]);
  expect((await press("delete", drinks)).status).toBe(409);
  expect((await press("close", drinks)).status).toBe(303);
  expect((await read()).text("#waitlist")).not.toContain("Which drinks?");
  expect((await look(here)).text("tbody")).toContain("Closed: nobody is asked.");
  expect((await save(`${here}/new`, { text: "Any pets?", kind: "yes-no" })).status).toBe(303);
  const pets = await fieldOf("Any pets?");
  expect(withoutSignature((await press("delete", pets)).headers.location ?? "")).toBe(`${here}?done=deleted`);
});
