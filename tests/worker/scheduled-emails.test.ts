import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { startMailProvider } from "../../harness/serving/stand-in.ts";
import { ask, eventually, signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate, placeOf } from "./tables.ts";

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

const look = async (path: string) => new Page((await admin.get(path)).body);
const subjectsTo = (email: string) =>
  provider.mailbox.mails.filter(({ to }) => to[0] === email).map(({ subject }) => subject);
const cron = () => ask(stack.url, "/cdn-cgi/handler/scheduled?time=60000");
const later = { intent: "schedule", date: "2090-01-01", time: "09:00" };

const addEvent = (key: string, title: string) =>
  stack.query(
    `insert into public.events (key, title, place, summary, starts_at, date_precision, attendee_limit, takes_reservations, is_published)
     values ($1, $2, 'Hilo', 'It is one.', now() + interval '30 days', 'exact', 3, true, true)`,
    [key, title],
  );

/** Makes a reservation and confirms its email address. */
async function reserve(event: string, email: string): Promise<void> {
  await new Visitor(stack.url).post(`/events/${event}`, { name: "Kai", email, event, party: "1" });
  const own = await eventually(
    () => /\/w\/[a-z2-7]{32}/.exec(provider.mailbox.mails.find(({ to }) => to[0] === email)?.text ?? "")?.[0],
    "the receipt",
  );
  expect((await new Visitor(stack.url).post(own, { intent: "confirm" })).status).toBe(303);
}

test("an email and an issue that are scheduled are named once the event is canceled, and the email does not go out", async () => {
  await addEvent("talk", "A talk");
  const event = await placeOf(stack, "talk");
  const email = "kai@scheduled.example";
  await reserve("talk", email);

  const words = { audience: "spot", subject: "See you soon", words: "Bring a laptop." };
  expect((await admin.post(`${event}/emails/new`, { intent: "words", ...words })).status).toBe(303);
  expect((await look(`${event}/emails`)).text('[aria-labelledby="draft"]')).toContain("See you soon");
  const version = (await look(`${event}/emails/new`)).value("version") ?? "";
  expect((await admin.post(`${event}/emails/new`, { ...later, version })).headers.location).toContain(
    "done=campaign-scheduled",
  );
  const made = await admin.postParts("/admin/issues/new", {
    ...{ new_id: (await look("/admin/issues/new")).value("new_id") ?? "", subject: "Next month" },
    markdown: "Come to [a talk](/events/talk), not to [another](/events/talk-2).",
  });
  const issue = /\/admin\/issues\/[\w-]{36}/.exec(made.headers.location ?? "")?.[0] ?? "";
  const preview = await look(`${issue}/preview`);
  const scheduled = await admin.post(`${issue}/preview`, { ...later, version: preview.value("version") ?? "" });
  expect(scheduled.headers.location).toContain("done=issue-scheduled");
  const notices = async () => (await look(event)).texts('[aria-label="Not yet notified"] li > span');
  expect([await notices(), (await look(issue)).text("main")]).toEqual([[], expect.not.stringContaining("has changed")]);

  await stack.query("update public.events set status = 'cancelled' where key = 'talk'", []);
  await stack.query("update public.campaigns set send_at = now() where send_at is not null", []);
  await cron();
  const held = "A scheduled email is held, because the event has changed since: “See you soon”";
  const outdated = "A scheduled issue of the newsletter links to an event that has changed since: “Next month”";
  expect(await notices()).toEqual(["1 person has not been notified that it is canceled", held, outdated]);
  const attention = (await look("/admin")).text('[aria-labelledby="attention"]');
  for (const words of [`${held}: A talk`, outdated]) expect(attention).toContain(words);
  expect((await look(issue)).text("main")).toContain("something has changed at A talk, to which it links.");
  const row = (await look(`${event}/emails`)).text("tbody tr");
  for (const words of ["Held", "Nobody, because the event has changed", "Make it a draft again"])
    expect(row).toContain(words);
  expect(subjectsTo(email)).not.toContain("See you soon");

  const campaign = (await look(`${event}/emails`)).value("campaign") ?? "";
  const back = await admin.post(`${event}/emails`, { intent: "take-back", campaign });
  expect(back.headers.location).toContain("done=campaign-taken-back");
  const draft = await look(`${event}/emails/new?confirm=delete`);
  const removed = await admin.post(`${event}/emails/new`, { intent: "delete", version: draft.value("version") ?? "" });
  expect(removed.headers.location).toContain("done=deleted");
  expect((await look(`${event}/emails`)).text("main")).not.toContain("See you soon");
});

test("Afterwards leads to emails to those who came and who did not, and knows of a recap that is only a link", async () => {
  await addEvent("evening", "An evening");
  const event = await placeOf(stack, "evening");
  await reserve("evening", "came@scheduled.example");
  await stack.query(
    "update public.events set starts_at = now() - interval '5 hours', ends_at = now() - interval '3 hours' where key = 'evening'",
    [],
  );
  const before = await look(`${event}/afterwards`);
  expect(before.texts("main .actions a")).not.toContain("Email those who came");
  expect(before.text("main")).toContain("does not say yet what happened");
  await stack.query(
    "update public.reservations r set arrived = 1, checked_in_at = now(), checked_in_by = 'Noe' from public.waitlist_entries w where w.id = r.id and w.email = 'came@scheduled.example'",
    [],
  );
  await stack.query("update public.events set recap_url = 'https://photos.example/1' where key = 'evening'", []);
  const after = await look(`${event}/afterwards`);
  expect(after.text("main")).toContain("The event’s page says what happened.");
  expect(after.texts("main .actions a")).toEqual(
    expect.arrayContaining(["Email those who came", "Email those who did not", "Email it"]),
  );
  for (const to of ["came", "did-not-come"])
    expect((await look(`${event}/emails/new?to=${to}`)).attributes("option[selected]", "value")).toEqual([to]);
});
