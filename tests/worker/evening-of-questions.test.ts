import { afterAll, beforeAll, expect, test } from "vitest";
import { checkInPath } from "../../app/features/attendance/check-in/door-code.ts";
import { digestOf, newToken } from "../../app/platform/text/link-token.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { madeAnew, signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { roleAskers } from "./role-askers.ts";
import { databaseTemplate, isAwake } from "./tables.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack(databaseTemplate());
  await isAwake(stack);
});
afterAll(() => stack?.stop());

const people = Array.from({ length: 40 }, (_, index) => index);
const emailOf = (person: number) => `person-${person}@evening.example`;
const see = async (visitor: Visitor, path: string) => new Page((await visitor.get(path)).body);

test("an evening asks forty people four questions, and each role reads what is for it", async () => {
  const [event] = await stack.query(
    `insert into public.events (key, title, place, summary, starts_at, ends_at, date_precision, attendee_limit, online_limit, meets, takes_reservations, is_published)
     values ('evening', 'Evening', 'Hilo', 'Soon.', now() + interval '30 days', now() + interval '30 days 1 hour', 'exact', 50, 50, 'both', true, true) returning id`,
    [],
  );
  const organizer = await signIn(new Visitor(stack.url));
  const here = `/admin/events/${event?.id}/questions`;
  const asked: Record<string, string>[] = [
    { text: "What do you eat?", kind: "one", options: "Vegan\nFish", is_required: "on", asked_of: "all" },
    { text: "Which laptop do you bring?", kind: "short", is_required: "on", asked_of: "all" },
    { text: "How many chairs do you need?", kind: "number", asked_of: "room" },
    { text: "Shall we show you around?", kind: "yes-no", asked_of: "all", for_door: "on" },
  ];
  for (const fields of asked)
    expect((await organizer.post(`${here}/new`, { new_id: "", keep: "evening", ...fields })).status).toBe(303);
  const fields = Object.fromEntries(
    (await stack.query("select id, text from public.event_questions where event_id = $1", [event?.id])).map(
      ({ id, text }) => [String(text), `q-${id}`],
    ),
  );
  const [food = "", laptop = "", chairs = "", tour = ""] = [
    "What do you eat?",
    "Which laptop do you bring?",
    "How many chairs do you need?",
    "Shall we show you around?",
  ].map((text) => fields[text]);

  for (const person of people) {
    const visitor = new Visitor(stack.url);
    const isOnline = person % 4 === 3;
    const answers = {
      ...{ name: `Person ${person}`, email: emailOf(person), event: "evening", party: "1" },
      ...{ attends: isOnline ? "online" : "room", [food]: person % 2 ? "Vegan" : "Fish", [laptop]: `Secret ${person}` },
      ...(isOnline ? {} : { [chairs]: "1" }),
      ...(person < 20 ? { [tour]: person % 2 ? "yes" : "no" } : {}),
    };
    // Ten read the page as it is served, and forget an answer first.
    if (person % 4 === 0) {
      const page = new Page((await visitor.get("/events/evening", madeAnew)).body);
      expect(page.texts("#waitlist label")).toEqual(expect.arrayContaining(["Vegan", "Which laptop do you bring?"]));
      const refused = await visitor.post("/events/evening", { ...answers, [laptop]: "" });
      expect([refused.status, new Page(refused.body).texts("#waitlist .summary li")]).toEqual([
        422,
        ["Answer “Which laptop do you bring?”"],
      ]);
    }
    expect((await visitor.post("/events/evening", answers)).status, emailOf(person)).toBe(303);
  }

  const editor = (await roleAskers.editor(stack)).visitor;
  const counts = (await see(editor, `${here}/counts`)).texts("tbody tr");
  expect(counts).toEqual([
    ...["Vegan20", "Fish20", "No answer0"],
    ...["Answered40", "No answer0"],
    ...["Answered30", "Sum30", "Smallest1", "Largest1", "No answer0"],
    ...["Yes10", "No10", "No answer20"],
  ]);
  const list = `/admin/events/${event?.id}/people`;
  expect((await editor.get(list)).body).toContain("Secret 1");
  expect((await editor.get(`${list}.csv`)).status).not.toBe(200);
  expect((await organizer.get(`${list}.csv`)).body).toContain("Secret 1");

  // Somebody is added by hand: what is missing is found, and asked for on their own page.
  const added = { intent: "add", name: "Lani", email: "lani@evening.example", party: "1", attends: "room" };
  expect((await editor.post(list, added)).status).toBe(303);
  expect((await see(editor, `${list}?state=unanswered`)).texts("tbody th a")).toEqual(["Lani"]);
  const own = await pageOf("lani@evening.example");
  const answers = { intent: "answers", [food]: "Fish", [laptop]: "Secret", [tour]: "yes" };
  expect((await new Visitor(stack.url).post(own, answers)).status).toBe(303);
  expect((await see(editor, `${list}?state=unanswered`)).text("main")).toContain("Everyone has answered");
  expect((await see(editor, list)).text("main")).toContain("Answers changed");

  await stack.query(
    "update public.events set starts_at = now() + interval '1 hour', ends_at = now() + interval '3 hours' where id = $1",
    [event?.id],
  );
  const pass = newToken();
  await stack.query("insert into public.door_passes (event_id, name, token_digest) values ($1, 'Front', $2)", [
    event?.id,
    await digestOf(pass),
  ]);
  const helper = new Visitor(stack.url);
  expect((await helper.post(`/door/${pass}`, { name: "Leilani" })).status).toBe(303);
  const [guest] = await stack.query(
    "select lower(r.code) as code from public.reservations r join public.waitlist_entries w using (id) where w.email = $1",
    [emailOf(1)],
  );
  const ticket = checkInPath(String(guest?.code));
  expect((await see(helper, ticket)).text("main")).toContain("Shall we show you around? Yes");
  const kept = [await helper.get("/door"), await helper.get("/door/list"), await helper.get("/door/phone")];
  expect(kept.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(JSON.stringify(kept)).toContain("Person 1");
  expect(JSON.stringify(kept)).not.toContain("Shall we show you around?");
  expect(JSON.stringify([...kept, await helper.get(ticket)])).not.toMatch(/Secret|Vegan|What do you eat/);
  for (const stranger of [new Visitor(stack.url), (await roleAskers.member(stack)).visitor])
    for (const path of [ticket, `${here}/counts`, list, "/events/evening"])
      expect((await stranger.get(path, madeAnew)).body, path).not.toMatch(/Secret|show you around\? Yes/);
});

/** The path of a person's own page, whose link an email would bring. */
async function pageOf(email: string): Promise<string> {
  const token = newToken();
  await stack.query(
    "insert into private.waitlist_links (token_digest, entry_id) select $1, id from public.waitlist_entries where email = $2",
    [await digestOf(token), email],
  );
  return `/w/${token}`;
}
