import { beforeEach, describe, expect, it } from "vitest";
import { addEvent, checkViolation, denied, key, prepareDatabase, type Row } from "./prepared-database.ts";

const database = prepareDatabase();
const digest = (number: number) => number.toString(16).padStart(64, "0");
const url = "https://meet.example/secret-room";
let event: string;

const set = (assignments: string) => database.sql(`update public.events set ${assignments} where id = $1`, event);
const join = async (number: number, isConfirmed = true) => {
  const email = `guest-${number}@example.org`;
  await database.call("worker", "public.join_waitlist('luau', 'Kai', $1, '1', false, false, $2)", email, key(number));
  await database.sql(
    "insert into private.waitlist_links (token_digest, entry_id) select $1, id from public.waitlist_entries where email = $2",
    digest(number),
    email,
  );
  if (isConfirmed) await database.call("worker", "public.confirm_entry($1)", digest(number));
};
const page = async (number: number) =>
  (await database.call<{ reservation: Row }>("worker", "public.status_page($1)", digest(number))).reservation;
const setLink = (link = url, mails = true) =>
  database.call("admin", "public.set_join_link($1, $2, $3)", event, link, mails);
const cron = () => database.call("worker", "public.start_reminders()");
const queued = (purpose: string) =>
  database.sql<{ email: string; content: { reservation: { join_url: string | null } } | null }>(
    `select w.email, private.mail_content(m.purpose, m.person, m.occurrence) as content
     from public.mails m join public.waitlist_entries w on w.id = m.person where m.purpose = $1 order by w.email, m.id`,
    purpose,
  );
const told = async (purpose: string) =>
  (await queued(purpose)).map(({ email, content }) => [email.slice(6, 7), content?.reservation.join_url ?? null]);

beforeEach(async () => {
  event = await addEvent(database, "luau");
  await set(
    "starts_at = now() + interval '30 days', ends_at = null, date_precision = 'exact', attendee_limit = 2, takes_reservations = true, meets = 'online'",
  );
  await join(1);
  await join(2, false);
  await join(3);
});

describe("the link of an online event", () => {
  it("is shown only to people with a confirmed spot, not to unconfirmed or waiting ones", async () => {
    expect((await page(1)).join_url).toBeNull();
    expect(await setLink()).toBe("saved");
    expect([(await page(1)).join_url, (await page(2)).join_url, (await page(3)).join_url]).toEqual([url, null, null]);
    expect(await database.call("admin", "public.join_link($1)", event)).toEqual({ url, people: 1 });
  });

  it.each([
    ["is in a room", "meets = 'room'"],
    ["is canceled", "status = 'cancelled'"],
    ["is postponed", "status = 'postponed'"],
    ["is over", "starts_at = now() - interval '3 days', dated_at = now()"],
  ])("is not shown if the event %s", async (_what, assignments) => {
    await setLink();
    await set(assignments);
    expect((await page(1))?.join_url ?? null).toBeNull();
  });

  it("is not in the event row or in the log, and is deleted with the event", async () => {
    await setLink();
    await setLink(`${url}-2`);
    const [held] = await database.sql<{ row: string }>(
      "select to_jsonb(e)::text as row from public.events e where id = $1",
      event,
    );
    const read = await database.call<object>("stranger", "public.read_events('luau')");
    const log = await database.sql("select * from public.audit_log");
    expect(JSON.stringify([held, read, log])).not.toContain("secret-room");
    const about =
      "select verb, row_id, actor is not null as by, changes from public.audit_log where table_name = 'join_links' order by id";
    await setLink(`${url}-2`);
    expect(await database.sql(about)).toEqual(
      ["insert", "update"].map((verb) => ({ verb, row_id: event, by: true, changes: { columns: ["url"] } })),
    );
    expect(JSON.stringify(read)).toContain('"meets":"online"');
    await database.sql("delete from public.waitlist_entries");
    await database.sql("delete from public.events where id = $1", event);
    expect(await database.sql("select from private.join_links")).toEqual([]);
  });

  it.each(["stranger", "member", "worker"] as const)("cannot be read or set by a %s", async (actor) => {
    const codes = { code: denied };
    await expect(database.call(actor, "public.join_link($1)", event)).rejects.toMatchObject(codes);
    await expect(database.call(actor, "public.set_join_link($1, $2, true)", event, url)).rejects.toMatchObject(codes);
    if (actor !== "worker")
      await expect(database.as(actor, "select url from private.join_links")).rejects.toMatchObject(codes);
  });

  it.each(["http://meet.example/1", "https://kai:secret@meet.example/1", "https://meet.example/a b", "javascript:1"])(
    "cannot be %s",
    async (link) => {
      await expect(setLink(link)).rejects.toMatchObject({ code: checkViolation });
    },
  );

  it("requires an event that meets online", async () => {
    await set("meets = 'room'");
    expect(await setLink()).toBe("not-online");
    await expect(set("meets = 'moon'")).rejects.toMatchObject({ code: checkViolation });
  });
});

describe("a link that is replaced", () => {
  it("is emailed at once to people with a confirmed spot, and the one before it to nobody", async () => {
    await setLink();
    expect(await told("join-link-replaced"), "the first one").toEqual([]);
    expect(await setLink()).toBe("same");
    expect(await setLink(`${url}-2`)).toBe("replaced");
    expect(await told("join-link-replaced")).toEqual([["1", `${url}-2`]]);
    await setLink(`${url}-3`);
    expect(await told("join-link-replaced")).toEqual([
      ["1", null],
      ["1", `${url}-3`],
    ]);
    expect((await page(1)).join_url).toBe(`${url}-3`);
  });

  it("enqueues nothing if no emails are to be sent", async () => {
    await setLink();
    expect(await setLink(`${url}-2`, false)).toBe("replaced");
    expect(await told("join-link-replaced")).toEqual([]);
  });
});

describe("an hour before the start", () => {
  const begin = (interval: string) => set(`starts_at = now() + interval '${interval}'`);

  it("people with a confirmed spot get the current link, once", async () => {
    await setLink();
    await begin("1 hour 1 second");
    await cron();
    expect(await told("join-link")).toEqual([]);
    await begin("1 hour");
    await cron();
    await cron();
    expect(await told("join-link")).toEqual([["1", url]]);
    await setLink(`${url}-2`);
    expect(await told("join-link"), "the present one").toEqual([["1", `${url}-2`]]);
  });

  it("a person who confirms later gets the link too, but nobody does once the event has begun", async () => {
    await setLink();
    await begin("30 minutes");
    await cron();
    await database.sql("update public.reservations set hold_until = null where hold_until is not null");
    await cron();
    expect((await told("join-link")).map(([who]) => who)).toEqual(["1", "2"]);
    await database.sql("delete from public.mails");
    await begin("-1 minute");
    await cron();
    expect(await told("join-link")).toEqual([]);
  });

  it.each([
    ["a draft", "is_published = false"],
    ["in a room", "meets = 'room'"],
    ["canceled", "status = 'cancelled'"],
    ["of a day without an hour", "date_precision = 'day'"],
  ])("nobody gets the link of an event that is %s", async (_what, assignments) => {
    await setLink();
    await begin("30 minutes");
    await set(assignments);
    await cron();
    expect(await told("join-link")).toEqual([]);
  });

  it("a queued email has no link if the start has moved or the spot was given up", async () => {
    await setLink();
    await begin("30 minutes");
    await cron();
    await begin("10 days");
    expect(await told("join-link")).toEqual([["1", null]]);
    await begin("30 minutes");
    expect(await told("join-link")).toEqual([["1", url]]);
    await database.sql("update public.reservations set state = 'canceled', hold_until = null");
    expect(await told("join-link")).toEqual([["1", null]]);
  });
});

it("a new edition of a series meets online like its template, but without its link", async () => {
  await database.sql(
    `insert into public.series (key, name, template_id, frequency, weekday, every_weeks, first_day, editions_ahead)
     values ('evenings', 'Evenings', $1, 'weeks', 1, 1, '2020-01-01', 1)`,
    event,
  );
  await setLink();
  await database.call("worker", "public.make_editions()");
  expect(
    await database.sql(
      "select e.meets, j.url from public.events e left join private.join_links j on j.event_id = e.id where e.key like 'evenings-%'",
    ),
  ).toEqual([{ meets: "online", url: null }]);
});
