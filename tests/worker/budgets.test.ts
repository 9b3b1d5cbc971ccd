import { afterAll, beforeAll, expect, test } from "vitest";
import { type Stack, startStack, testSettings } from "../../harness/serving/stack.ts";
import { startMailProvider } from "../../harness/serving/stand-in.ts";
import { ask, eventually, Visitor } from "./client.ts";
import { databaseTemplate, isAwake } from "./tables.ts";

/** A site that has configured an email provider, and sends the newsletter too. */
let stack: Stack;
let provider: Awaited<ReturnType<typeof startMailProvider>>;
const owner = testSettings.LOCAL_ADMIN_EMAIL ?? "";
const inbox = "inbox@budgets.example";
beforeAll(async () => {
  provider = await startMailProvider();
  stack = await startStack(databaseTemplate(), { ...provider.settings, MAIL_REPLY_TO: inbox });
  await isAwake(stack);
  await stack.query(
    `insert into public.events (key, title, starts_at, ends_at, date_precision, place, summary, attendee_limit, party_limit, takes_reservations, is_published)
     values ('workshop', 'Workshop', now() + interval '10 days', now() + interval '11 days', 'exact', 'Hilo', 'Soon.', 50, 1, true, true)`,
    [],
  );
});
afterAll(() => Promise.all([stack?.stop(), provider?.stop()]));

const post = (path: string, fields: Record<string, string>, address: string) =>
  new Visitor(stack.url, { address }).post(path, fields);
const mails = () => provider.mailbox.mails;
const mailsTo = (email: string) => mails().filter(({ to }) => to[0] === email);
/** Runs the every-minute cron job until no email is due. */
const allSent = () =>
  eventually(async () => {
    await ask(stack.url, "/cdn-cgi/handler/scheduled?time=60000");
    const [row] = await stack.query("select count(*) as due from public.mails where next_attempt_at <= now()", []);
    return Number(row?.due) === 0;
  }, "nothing due");
const reserve = (email: string, network: string) =>
  post("/events/workshop", { name: "Kai", email, event: "workshop" }, network);

test("300 forms from strangers on three networks refuse nothing to anybody, cause 3 emails a mailbox, and delay no ticket", async () => {
  const victim = "victim@budgets.example";
  await post("/events", { name: "Kai", email: victim, event: "ethereum" }, "203.0.113.200");
  await allSent();
  const before = mails().length;
  const spelled = (index: number) => (index % 2 ? victim.replace("@", `+${index}@`) : victim);
  const networks = [() => "192.0.2.7", () => "198.51.100.9", (index: number) => `2001:db8:1:${index.toString(16)}::1`];
  const statuses = new Set<number>();
  const send = async (index: number) => {
    const network = networks[index % 3]?.(index) ?? "";
    const email = index % 5 === 0 ? `other-${index}@budgets.example` : index % 7 === 0 ? owner : spelled(index);
    const round = Math.floor(index / 3) % 3;
    const forms = [
      () => post("/contact", { name: "Eve", email, message: `Aloha ${index}` }, network),
      () => post("/insights", { email }, network),
      () => post("/w?event=ethereum", { email: victim }, network),
    ];
    statuses.add((await forms[round]?.())?.status ?? 0);
  };
  // Each network sends one form after another and does not wait for the others.
  const sendFrom = async (first: number) => {
    for (let index = first; index < 300; index += networks.length) await send(index);
  };
  await Promise.all(networks.map((_, first) => sendFrom(first)));
  expect(statuses, "the receipt of a message is a page").toEqual(new Set([200, 303]));
  await allSent();
  const caused = mails().slice(before);
  expect(caused.filter(({ to }) => /^victim(\+\d+)?@/.test(to[0] ?? "")).length).toBeLessThanOrEqual(3);
  expect(caused.filter(({ to }) => to[0] === owner).length).toBeLessThanOrEqual(3);
  expect(caused.filter(({ to }) => to[0]?.includes(inbox)).length).toBeLessThanOrEqual(1);

  const placed = await reserve(victim, "192.0.2.77");
  expect(placed.headers.location).toContain("done=placed");
  await post("/admin/forgotten", { email: owner }, "192.0.2.78");
  await allSent();
  const own = mailsTo(victim).at(-1);
  expect(own?.subject).toContain("Workshop");
  const path = /\/w\/[a-z2-7]{32}/.exec(own?.text ?? "")?.[0] ?? "";
  await post(path, { intent: "confirm" }, "192.0.2.77");
  await allSent();
  expect(mailsTo(victim).at(-1)?.text, "the ticket").toMatch(/\/t\/[a-z2-7]{32}/);
  expect(mailsTo(owner).some(({ text }) => text.includes("/admin/new-password/"))).toBe(true);
}, 300_000);

test("50 people behind one address who make a reservation within ten minutes all get their email", async () => {
  await stack.query(
    "delete from public.waitlist_entries where event_id = (select id from public.events where key = 'workshop')",
    [],
  );
  for (let index = 0; index < 50; index += 1) {
    const answer = await reserve(`guest-${index}@budgets.example`, "192.0.2.50");
    expect(answer.headers.location).toMatch(/done=(placed|to-confirm)/);
  }
  await allSent();
  for (let index = 0; index < 50; index += 1) expect(mailsTo(`guest-${index}@budgets.example`)).toHaveLength(1);
  const place = async (index: number) => {
    const path = /\/w\/[a-z2-7]{32}/.exec(mailsTo(`guest-${index}@budgets.example`)[0]?.text ?? "")?.[0] ?? "";
    return new Visitor(stack.url).post(path, { intent: "confirm" });
  };
  for (let index = 0; index < 50; index += 1) expect((await place(index)).status).toBe(303);
  const [row] = await stack.query(
    "select p.taken from public.event_spots p join public.events e on e.id = p.event_id where e.key = 'workshop' and p.attends = 'room'",
    [],
  );
  expect(Number(row?.taken)).toBe(50);
}, 300_000);
