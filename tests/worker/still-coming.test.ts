import { afterAll, beforeAll, expect, test } from "vitest";
import { withoutSignature } from "../../harness/serving/signed-address.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { startMailProvider } from "../../harness/serving/stand-in.ts";
import { eventually, signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate, type Row, withTables } from "./tables.ts";

let stack: Stack;
let admin: Visitor;
let provider: Awaited<ReturnType<typeof startMailProvider>>;
beforeAll(async () => {
  provider = await startMailProvider();
  provider.answer("by the protocol");
  stack = await startStack(databaseTemplate(), provider.settings);
  admin = await signIn(new Visitor(stack.url));
  await rows(
    `insert into public.events (key, title, place, summary, starts_at, ends_at, date_precision, attendee_limit, takes_reservations, is_published, party_limit)
     values ('talk', 'A talk', 'Our usual room', 'It is one.', now() + interval '30 days', now() + interval '30 days 1 hour', 'exact', 3, true, true, 2)`,
  );
});
afterAll(() => Promise.all([stack?.stop(), provider?.stop()]));

const visitor = () => new Visitor(stack.url);
const rows = <Found = Row>(text: string, ...parameters: unknown[]) =>
  withTables(stack, (sql) => sql<Found>(text, ...parameters));
const look = async (who: Visitor, path: string) => new Page((await who.get(path)).body);
const mailsTo = (email: string) => provider.mailbox.mails.filter(({ to }) => to[0] === email);
const subjectsTo = (email: string) => mailsTo(email).map(({ subject }) => subject);
/** Makes a reservation and confirms its email address. @returns the path of the person's status page */
async function reserve(email: string, party = "1"): Promise<string> {
  await visitor().post("/events/talk", { name: "Kai", email, event: "talk", party });
  const mail = await eventually(() => mailsTo(email).at(-1), `a mail to ${email}`);
  const path = /\/w\/[a-z2-7]{32}/.exec(mail.text)?.[0] ?? "";
  await visitor().post(path, { intent: "confirm" });
  return path;
}
const press = async (path: string, intent: string) => {
  const { status, headers } = await visitor().post(path, { intent });
  return [status, withoutSignature(headers.location ?? "")];
};
/** The first notice on the page that a pressed button leads to. */
async function newsAfter(path: string, intent: string) {
  const person = visitor();
  const { headers } = await person.post(path, { intent });
  return (await look(person, headers.location ?? "")).text(".notice");
}
const buttonsOf = async (path: string) => (await look(visitor(), path)).attributes('button[name="intent"]', "value");

test("people with a spot are asked whether they are coming, and can say yes, give up the spot, or do nothing", async () => {
  const [yes, no, silent, next] = [
    await reserve("yes@example.org"),
    await reserve("no@example.org"),
    await reserve("silent@example.org"),
    await reserve("next@example.org"),
  ];
  expect(await buttonsOf(yes), "before anybody is asked").not.toContain("coming");
  expect(await press(yes, "give-up")).toEqual([303, `${yes}?done=no-question`]);
  expect(await press(yes, "coming")).toEqual([303, `${yes}?done=no-question`]);
  expect(await newsAfter(yes, "coming")).toContain("Nothing was changed. This question is for people who have a spot");

  const [event] = await rows<{ id: string }>("select id from public.events where key = 'talk'");
  const path = `/admin/events/${event?.id}/details`;
  const form = await look(admin, path);
  const names = ["title", "version", "date", "start", "end", "place", "summary", "attendee_limit", "party_limit"];
  const fields = {
    ...Object.fromEntries(names.map((name) => [name, form.value(name) ?? ""])),
    ...{ date_precision: "exact", status: "scheduled", is_published: "on", admission: "here" },
  };
  const wrong = new Page((await admin.post(path, { ...fields, ask_days: "15" })).body);
  expect(wrong.texts(".field .error")).toEqual(["Enter a whole number from 1 to 14"]);
  expect(withoutSignature((await admin.post(path, { ...fields, ask_days: "3" })).headers.location ?? "")).toBe(
    `${path}?done=saved`,
  );
  expect((await look(admin, path)).value("ask_days")).toBe("3");

  await rows(
    "update public.waitlist_entries set created_at = now() - interval '9 days', confirmed_at = now() - interval '9 days'",
  );
  await rows("update public.events set starts_at = now() + interval '3 days', ends_at = null where key = 'talk'");
  // Not through cron, which asks no one at night.
  await rows("select private.ask_still_coming()");
  await visitor().post(next, { intent: "confirm" });
  const subject = "Are you still coming? A talk";
  for (const each of ["yes", "no", "silent"])
    await eventually(() => subjectsTo(`${each}@example.org`).includes(subject), `a question to ${each}`);
  expect(subjectsTo("next@example.org"), "on the waitlist").not.toContain(subject);
  const mail = mailsTo("yes@example.org").find((each) => each.subject === subject);
  expect(mail?.text).toContain("If you do nothing, you keep your spot.");
  expect(mail?.text, "the page that there was").toContain(yes);

  const asked = await look(visitor(), yes);
  expect(asked.text("main")).toContain("Are you still coming? If you do nothing, you keep your spot.");
  expect(asked.texts('button[value="coming"], button[value="give-up"]')).toEqual([
    "I’m coming",
    "Give my spot to someone else",
  ]);

  expect(await newsAfter(yes, "coming")).toContain("Thank you for telling us that you are coming.");
  expect(await newsAfter(yes, "coming"), "pressed twice").toContain("Thank you for telling us that you are coming.");
  expect((await look(visitor(), yes)).text("main")).toMatch(/You told us on .+ HST that you are coming\./);
  expect(await buttonsOf(yes)).not.toContain("coming");

  expect(await press(no, "give-up")).toEqual([303, no]);
  expect((await look(visitor(), no)).text("main")).toContain("You are no longer signed up.");
  expect(await press(no, "give-up"), "pressed twice").toEqual([303, no]);
  expect(await press(no, "coming"), "after giving up").toEqual([303, no]);
  expect((await look(visitor(), no)).text("main")).toContain("Until");
  await eventually(async () => (await buttonsOf(next)).includes("accept"), "an offer to who is next");

  const totals = await look(admin, "/admin/analytics");
  expect(totals.texts('[aria-labelledby="still-coming"] tbody td.number')).toEqual(["3", "1", "–", "1", "1", "–"]);
  const held = await look(admin, path.replace("/details", "/people"));
  expect(held.text("main")).toMatch(/Is coming, said/);
  expect(JSON.parse((await visitor().get(`${yes}.json`)).body).reservation).toMatchObject({
    is_asked: true,
    coming_at: expect.any(String),
  });

  for (const [change, said] of [
    ["status = 'cancelled'", "The event is canceled."],
    [
      "status = 'scheduled', starts_at = now() - interval '1 hour', ends_at = now() + interval '1 hour'",
      "You have a spot.",
    ],
    ["starts_at = now() - interval '9 hours', ends_at = now() - interval '8 hours'", "This event is over."],
  ]) {
    await rows(`update public.events set ${change} where key = 'talk'`);
    for (const intent of ["coming", "give-up"]) {
      expect(await newsAfter(silent, intent), `${intent}: ${said}`).toContain("Nothing was changed.");
      expect((await look(visitor(), silent)).text("main")).toContain(said);
    }
    expect(await buttonsOf(silent)).not.toContain("give-up");
  }
});
