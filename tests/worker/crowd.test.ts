import { afterAll, beforeAll, expect, test } from "vitest";
import { digestOf, newToken } from "../../app/platform/text/link-token.ts";
import type { Answer } from "../../harness/serving/exchange.ts";
import { type Stack, startStack, testSettings } from "../../harness/serving/stack.ts";
import { startMailProvider } from "../../harness/serving/stand-in.ts";
import { ask, eventually, Visitor } from "./client.ts";
import { databaseTemplate, isAwake } from "./tables.ts";

/** A room of 40 people behind one address, while 40 networks send 10 forms each. */
const pace = 10;
let stack: Stack;
let provider: Awaited<ReturnType<typeof startMailProvider>>;
beforeAll(async () => {
  provider = await startMailProvider();
  stack = await startStack(databaseTemplate(), { ...provider.settings, MAIL_STRANGERS_A_MINUTE: String(pace) });
  await isAwake(stack);
  await stack.query(
    `insert into public.events (key, title, starts_at, ends_at, date_precision, place, summary, attendee_limit, party_limit, takes_reservations, is_published)
     values ('hall', 'Hall', now() + interval '10 days', now() + interval '11 days', 'exact', 'Hilo', 'Soon.', 20, 1, true, true)`,
    [],
  );
});
afterAll(() => Promise.all([stack?.stop(), provider?.stop()]));

const room = "192.0.2.50";
const post = (path: string, fields: Record<string, string>, address: string) =>
  new Visitor(stack.url, { address }).post(path, fields);
const subscribe = (email: string, address: string) => post("/insights", { email }, address);
const reserve = (email: string, address: string) =>
  post("/events/hall", { name: "Kai", email, event: "hall" }, address);
const mailsTo = (email: string) => provider.mailbox.mails.filter(({ to }) => to[0] === email);
const cron = () => ask(stack.url, "/cdn-cgi/handler/scheduled?time=60000");
/** Lets the database believe that the last minute of the strangers' queue is over, and runs the job. */
const aMinute = async () => {
  await stack.query("update private.spending set at = at - interval '61 seconds' where what = 'strangers-sent'", []);
  await cron();
};
const sentRanks = async () =>
  (
    await stack.query(
      "select rank from public.mails where purpose = 'newsletter-confirm' and state = 'accepted' order by frozen_at, rank",
      [],
    )
  ).map(({ rank }) => Number(rank));
const linkTo = (email: string) =>
  eventually(() => /\/w\/[a-z2-7]{32}/.exec(mailsTo(email).at(-1)?.text ?? "")?.[0], `a link to ${email}`);
/** Runs work in eight lanes, and again where the embedded database, which serves one after another, answers 503. */
async function inLanes(work: (() => Promise<Answer>)[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  let next = 0;
  const lane = async () => {
    for (let index = next++; index < work.length; index = next++) {
      let answer = await work[index]?.();
      for (let tries = 0; answer?.status === 503 && tries < 5; tries += 1) answer = await work[index]?.();
      if (answer) answers.push(answer);
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  return answers;
}
const times = (count: number) => Array.from({ length: count }, (_, index) => index);

test("a known guest, an offer, a ticket and a password link do not wait while 440 strangers ask for emails", async () => {
  const known = "known@crowd.example";
  await reserve(known, "203.0.113.1");
  await post(await linkTo(known), { intent: "confirm" }, "203.0.113.1");
  await cron();
  await stack.query("update public.mails set created_at = created_at - interval '2 minutes'", []);
  const people = times(40).map((index) => `guest-${index}@crowd.example`);
  const flood = times(400).map((index) => [`flood-${index}@hostile.example`, `2001:db8:${index % 40}::1`] as const);
  const work = flood.map(
    ([email, network]) =>
      () =>
        subscribe(email, network),
  );
  for (const [index, email] of people.entries()) work.splice(index * 11, 0, () => subscribe(email, room));
  const answers = await inLanes(work);
  expect(new Set(answers.map(({ status }) => status)), "nobody is refused").toEqual(new Set([303]));
  for (const { headers } of answers) expect(headers.location).toMatch(/^\/insights\?done=pending&/);
  const [stored] = await stack.query(
    "select count(*)::int as people from public.newsletter_subscribers where email like 'guest-%@crowd.example'",
    [],
  );
  expect(stored).toEqual({ people: 40 });

  // The page says how long the email can take, and says nothing of it where none waits.
  const [late = answers[0] as Answer] = await inLanes([() => subscribe("guest-40@crowd.example", room)]);
  expect(late.headers.location).toMatch(/done=pending&wait=4\d&/);
  const said = (await new Visitor(stack.url).get(late.headers.location?.split("#")[0] ?? "")).body;
  expect(said.includes("Many people are asking for emails right now, so it can take about half an hour.")).toBe(true);

  const before = (await sentRanks()).length;
  for (const [index, email] of times(4).map((number) => [number, `spot-${number}@crowd.example`] as const)) {
    expect((await reserve(email, `198.51.100.${index}`)).headers.location).toContain("done=placed");
    await post(await linkTo(email), { intent: "confirm" }, room);
  }
  await post("/w?event=hall", { email: known }, room);
  await post("/admin/forgotten", { email: testSettings.LOCAL_ADMIN_EMAIL ?? "" }, "198.51.100.99");
  await cron();
  expect(mailsTo("spot-0@crowd.example").at(-1)?.text, "the ticket").toMatch(/\/t\/[a-z2-7]{32}/);
  expect(mailsTo(known).at(-1)?.text, "the link that was lost").toMatch(/\/w\/[a-z2-7]{32}/);
  expect(mailsTo(known)).toHaveLength(3);
  // it is queued and sent after the answer, so that an address without an account takes as long
  const [link] = await eventually(() => {
    const mails = mailsTo(testSettings.LOCAL_ADMIN_EMAIL ?? "");
    return mails.length > 0 && mails;
  }, "the password link");
  expect(link?.text).toContain("/admin/new-password/");
  expect((await sentRanks()).length - before, "at most what the minutes allow").toBeLessThanOrEqual(2 * pace);
}, 240_000);

test("the letters of the room leave by turns with those of the other networks, at the pace", async () => {
  const before = (await sentRanks()).length;
  for (const _ of times(6)) await aMinute();
  const ranks = await sentRanks();
  expect(ranks.length).toBeGreaterThanOrEqual(before + 6 * pace);
  expect(ranks.length).toBeLessThanOrEqual(before + 7 * pace);
  const later = ranks.slice(before);
  expect(later, "by rank").toEqual(later.toSorted((a, b) => a - b));
  const ofRoom = provider.mailbox.mails.filter(({ to }) => to[0]?.startsWith("guest-")).length;
  expect(ofRoom, "one of the room for each turn of 40").toBeGreaterThanOrEqual(1);
  // With nobody else waiting the room is served at once.
  await stack.query(
    "delete from public.mails m using public.newsletter_subscribers s where s.id = m.person and s.email like 'flood-%'",
    [],
  );
  const guests = () =>
    new Set(provider.mailbox.mails.map(({ to }) => to[0]).filter((to) => to?.startsWith("guest-"))).size;
  for (let minutes = 0; guests() < 41 && minutes < 50; minutes += 1) await aMinute();
  expect(guests(), "everybody has their letter").toBe(41);
}, 240_000);

test("a room of 40 likes, searches, stores agendas, says that it comes, and is checked in by two helpers", async () => {
  const [event] = await stack.query(
    `insert into public.events (key, title, starts_at, ends_at, date_precision, place, summary, attendee_limit, party_limit, takes_reservations, is_published)
     values ('evening', 'Evening', now() + interval '1 hour', now() + interval '3 hours', 'exact', 'Hilo', 'Soon.', 50, 1, true, true) returning id`,
    [],
  );
  await stack.query("insert into public.programmes (id, published_at) values ($1, now())", [event?.id]);
  const [talk] = await stack.query(
    `insert into public.talks (event_id, title, starts_at, ends_at)
     values ($1, 'A talk', now() + interval '1 hour', now() + interval '2 hours') returning number`,
    [event?.id],
  );
  const tokens = times(40).map(newToken);
  const passes = [newToken(), newToken()];
  await stack.query(
    `with entry as (
       insert into public.waitlist_entries (event_id, name, email, consent_version, confirmed_at)
         select $1, 'Guest', 'evening-' || n || '@crowd.example', '1', now() from generate_series(1, 40) n returning id, email
     ), reservation as (
       insert into public.reservations (id, event_id, state, line, asked_for)
         select w.id, e.id, 'placed', row_number() over (), private.day_of_event(e)
         from entry w, public.events e where e.id = $1
     ), pass as (
       insert into public.door_passes (event_id, name, token_digest) select $1, 'Front', unnest($3::text[])
     )
     insert into private.waitlist_links (token_digest, entry_id)
       select d.digest, w.id from (select id, row_number() over () as n from entry) w
       join unnest($2::text[]) with ordinality d (digest, n) using (n)`,
    [event?.id, await Promise.all(tokens.map(digestOf)), await Promise.all(passes.map(digestOf))],
  );
  const [resource] = await stack.query("select id from public.education_resources where is_published limit 1", []);
  const liked = { resource: String(resource?.id), tab: "resources", intent: "like" };
  const inTheRoom = () => new Visitor(stack.url, { address: room });
  const work = tokens.flatMap((token) => [
    async () => {
      const reader = inTheRoom();
      await reader.get("/education");
      return reader.post("/education", liked);
    },
    () => inTheRoom().get("/search?q=bitcoin"),
    () => inTheRoom().post(`/w/${token}/agenda`, { t: String(talk?.number) }),
    () => inTheRoom().post(`/w/${token}`, { intent: "coming" }),
  ]);
  const answers = await inLanes(work);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(40).fill(200), ...Array(120).fill(303)]);

  const codes = await stack.query("select lower(code) as code from public.reservations where event_id = $1", [
    event?.id,
  ]);
  const helpers = await Promise.all(
    passes.map(async (pass) => {
      const helper = inTheRoom();
      expect((await helper.post(`/door/${pass}`, { name: "Leilani" })).status).toBe(303);
      return helper;
    }),
  );
  await inLanes(
    codes.map(
      ({ code }, index) =>
        () =>
          (helpers[index % 2] ?? inTheRoom()).post(`/check-in/${code}`, { intent: "check-in", people: "1" }),
    ),
  );
  const [stored] = await stack.query(
    `select count(*) filter (where r.checked_in_at is not null)::int as arrived, count(r.coming_at)::int as coming,
       (select count(*)::int from private.agendas a join public.reservations o on o.id = a.entry_id where o.event_id = $1) as agendas,
       (select count(*)::int from public.resource_likes l where l.resource_id = $2) as likes
     from public.reservations r where r.event_id = $1`,
    [event?.id, resource?.id],
  );
  expect(stored).toEqual({ arrived: 40, coming: 40, agendas: 40, likes: 40 });
}, 240_000);
