// A board evening by link, to which people ask to come, beside a public evening with three flyers.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Answer } from "../../harness/serving/exchange.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { startMailProvider } from "../../harness/serving/stand-in.ts";
import { eventually, madeAnew, signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate, placeOf } from "./tables.ts";

const mark = "Kukuihoolua";
let stack: Stack;
let admin: Visitor;
let provider: Awaited<ReturnType<typeof startMailProvider>>;
beforeAll(async () => {
  provider = await startMailProvider();
  provider.answer("by the protocol");
  stack = await startStack(databaseTemplate(), provider.settings);
  admin = await signIn(new Visitor(stack.url));
});
afterAll(() => Promise.all([stack?.stop(), provider?.stop()]));

const stranger = () => new Visitor(stack.url);
const look = async (path: string, who = admin) => new Page((await who.get(path)).body);
const mailsTo = (email: string) => provider.mailbox.mails.filter(({ to }) => to[0] === email);

/** Creates an event by the form of the admin area. @returns the path of its place there */
async function create(fields: Record<string, string>): Promise<string> {
  const form = {
    ...{ new_id: crypto.randomUUID(), date_precision: "exact", date: "2090-05-20", start: "18:00", end: "20:00" },
    ...{ meets: "room", summary: "Soon.", is_published: "on", status: "scheduled", attendee_limit: "250", ...fields },
  };
  expect((await admin.post("/admin/events/new", form)).status).toBe(303);
  return placeOf(stack, fields.key ?? "");
}

test("people with the link ask to come, answer four questions, and the organizer accepts two of them", async () => {
  const event = await create({
    ...{ key: "board", title: `${mark} board evening`, place: `${mark} Hale, Hilo` },
    ...{ visibility: "link", admission: "asked", attendee_limit: "2" },
  });
  for (const [text, kind] of [
    ["What do you eat?", "short"],
    ["Why would you like to come?", "long"],
    ["How many chairs do you need?", "number"],
    ["Is it your first time?", "yes-no"],
  ] as const) {
    const question = { new_id: "", keep: "evening", text, kind, asked_of: "all", is_required: "on" };
    expect((await admin.post(`${event}/questions/new`, question)).status).toBe(303);
  }
  const address = /\/events\/board-[a-z2-7]{32}/.exec((await look(event)).text("main") ?? "")?.[0] ?? "";
  expect(address).not.toBe("");

  const names = await stack.query("select id, kind from public.event_questions order by position", []);
  const given: Record<string, string> = { short: "Poi", long: "I like boards.", number: "1", "yes-no": "yes" };
  const answers = Object.fromEntries(names.map(({ id, kind }) => [`q-${id}`, given[String(kind)] ?? ""]));
  const key = address.slice("/events/".length);
  const pages: string[] = [];
  for (const name of ["ana", "ben", "cleo"]) {
    const email = `${name}@board.example`;
    const sent = await stranger().post(address, { name, email, event: key, party: "1", ...answers });
    expect(sent.status).toBe(303);
    const mail = await eventually(() => mailsTo(email)[0], `an email to ${email}`);
    const own = /\/w\/[a-z2-7]{32}/.exec(mail.text)?.[0] ?? "";
    expect((await stranger().post(own, { intent: "confirm" })).status).toBe(303);
    pages.push(own);
  }
  const asking = await look(`${event}/people?state=asked`);
  expect(asking.texts("tbody th a")).toEqual(["ana", "ben", "cleo"]);
  expect(asking.text("tbody")).toContain("Poi");
  const chosen = asking.attributes('input[name="person"]', "value").slice(0, 2);
  const staged = await admin.post(`${event}/people`, [
    ["intent", "accept"],
    ...chosen.map((id): [string, string] => ["person", id]),
  ]);
  await admin.post(staged.headers.location ?? "", { intent: "apply", words: "See you." });
  for (const name of ["ana", "ben"]) {
    const ticket = await eventually(() => mailsTo(`${name}@board.example`)[1], `the ticket of ${name}`);
    expect(ticket.text).toContain("See you.");
  }
  expect(mailsTo("cleo@board.example")).toHaveLength(1);
  expect((await look(pages[2] ?? "", stranger())).text("main")).not.toMatch(/ana|ben\b|2 people/);

  const outside = [
    ...["/", "/events", "/events.ics", "/events.json", "/sitemap.xml", "/insights/rss.xml", `/search?q=${mark}`],
    ...["/events/board", "/events/board.ics", "/events/board/programme", "/contact", "/w?event=board"],
  ];
  for (const path of outside)
    expect((await stranger().get(path, madeAnew)).body, path).not.toMatch(/kukuihoolua h|board evening/i);
  const sent = await stranger().post("/events/board", { name: "Dora", email: "dora@board.example", event: "board" });
  expect(sent.status).toBe(404);
  const shown = await stranger().get(address);
  expect(shown.headers["x-robots-tag"]).toContain("noindex");
});

test("three flyers of a public evening are counted right after 200 sign-ups, eight at a time", async () => {
  const event = await create({ key: "evening", title: "An evening", place: "Hilo", admission: "here" });
  const flyers = ["library", "radio", "campus"];
  for (const name of flyers) expect((await admin.post(`${event}/links`, { name })).status).toBe(303);
  for (const name of flyers) {
    const flyer = await look(`${event}/flyer?from=${name}`);
    expect(flyer.text("main")).toContain("An evening");
    expect(flyer.html).toContain(`/events/evening?from=${name}`);
  }
  const guests = Array.from({ length: 200 }, (_, index) => index);
  let next = 0;
  const refused: Answer[] = [];
  const lane = async () => {
    for (let index = next++; index < guests.length; index = next++) {
      const link = flyers[index % 4];
      const person = { name: "Kai", email: `guest-${index}@flyer.example`, event: "evening", party: "1" };
      const send = () => stranger().post(`/events/evening${link ? `?from=${link}` : ""}`, person);
      let answer = await send();
      for (let tries = 0; answer.status === 503 && tries < 5; tries += 1) answer = await send();
      if (answer.status !== 303) refused.push(answer);
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  expect(refused.map(({ status }) => status)).toEqual([]);
  const numbers = (await look(`${event}/links`)).texts("td.number");
  expect(numbers, "signed up and confirmed, of each").toEqual(["50", "0", "50", "0", "50", "0"]);
  const person = { name: "Noe", email: "noe@flyer.example", event: "evening", party: "1" };
  const sent = await stranger().post("/events/evening?from=radio", person);
  const receipt = await look(sent.headers.location?.split("#")[0] ?? "", stranger());
  expect(receipt.attributes("#waitlist a[data-region]", "href")).toEqual(["/events/evening?from=radio#waitlist"]);
}, 120_000);
