import { beforeEach, describe, expect, it } from "vitest";
import { addEvent, checkViolation, denied, key, prepareDatabase, type Row } from "./prepared-database.ts";

const database = prepareDatabase();
const digest = (number: number) => number.toString(16).padStart(64, "0");
let event: string;

const set = (assignments: string) => database.sql(`update public.events set ${assignments} where id = $1`, event);
/** Returns the assignment of a start that is some days ahead, at an hour of the day in Honolulu. */
const at = (days: number, hour = 12) =>
  `starts_at = (date_trunc('day', now() at time zone public.site_time_zone()) + interval '${days} days ${hour} hours') at time zone public.site_time_zone()`;
const begin = (interval: string) => set(`starts_at = now() + interval '${interval}'`);
const join = async (number: number, isConfirmed = true, party = 1) => {
  const email = `guest-${number}@example.org`;
  await database.call(
    "worker",
    "public.join_waitlist('luau', 'Kai', $1, '1', false, false, $2, p_party => $3)",
    email,
    key(number),
    party,
  );
  await database.sql(
    "insert into private.waitlist_links (token_digest, entry_id) select $1, id from public.waitlist_entries where email = $2",
    digest(number),
    email,
  );
  if (isConfirmed) await database.call("worker", "public.confirm_entry($1)", digest(number));
};
const since = (interval: string) =>
  database.sql(
    `update public.waitlist_entries set created_at = now() - interval '${interval}', confirmed_at = case when confirmed_at is not null then now() - interval '${interval}' end`,
  );
const page = async (number: number) => {
  const { state, reservation } = await database.call<{ state: string; reservation?: Row }>(
    "worker",
    "public.status_page($1)",
    digest(number),
  );
  return { state, ...(reservation && { isAsked: reservation.is_asked, saidSo: reservation.coming_at !== null }) };
};
const ask = () => database.sql("select private.ask_still_coming()");
const say = (number: number) => database.call<boolean>("worker", "public.say_coming($1)", digest(number));
const leave = (number: number) =>
  database.call("worker", "public.leave_waitlist($1, 'left', null, true)", digest(number));
const asked = async () =>
  (
    await database.sql<{ number: string; alive: boolean }>(
      `select substr(w.email, 7, 1) as number, private.mail_content(m.purpose, m.person, m.occurrence) is not null as alive
       from public.mails m join public.waitlist_entries w on w.id = m.person where m.purpose = 'still-coming' order by m.occurrence, w.email`,
    )
  ).map(({ number, alive }) => (alive ? number : `${number} dropped`));
const counted = async (days: number | null = null) =>
  (await database.call<{ still_coming: Row[] }>("admin", "public.analytics($1)", days)).still_coming.map(
    ({ given_up, coming, coming_came, silent, silent_came }) => ({
      given_up,
      coming,
      coming_came,
      silent,
      silent_came,
    }),
  );

beforeEach(async () => {
  await database.signIn();
  event = await addEvent(database, "luau");
  await set(
    "starts_at = now() + interval '30 days', ends_at = null, date_precision = 'exact', attendee_limit = 4, party_limit = 2, takes_reservations = true, ask_days = 3",
  );
  await join(1);
  await join(2, false);
  await join(3, true, 2);
  await join(4);
  await since("10 days");
  await database.sql("delete from public.mails");
});

describe("the question whether people are still coming", () => {
  it("is sent once to people with a confirmed spot, as many days before as the event says", async () => {
    await begin("3 days 1 second");
    await ask();
    expect(await asked()).toEqual([]);
    expect(await page(1)).toEqual({ state: "waiting", isAsked: false, saidSo: false });
    await begin("3 days");
    await ask();
    await ask();
    expect(await asked()).toEqual(["1", "3"]);
    expect(await page(1)).toEqual({ state: "waiting", isAsked: true, saidSo: false });
    expect((await page(2)).isAsked).toBe(false);
    expect((await page(4)).isAsked).toBe(false);
    const rows = await database.sql("select distinct goes_to_many from public.mails where purpose = 'still-coming'");
    expect(rows, "after what one person awaits").toEqual([{ goes_to_many: true }]);
  });

  it.each([
    ["says no day", "ask_days = null"],
    ["is a draft", "is_published = false"],
    ["is canceled", "status = 'cancelled'"],
    ["is postponed", "status = 'postponed'"],
    ["has a month alone", "date_precision = 'month'"],
    ["begins in 12 hours", "starts_at = now() + interval '12 hours'"],
    ["has begun", "starts_at = now() - interval '1 minute'"],
  ])("is not sent if the event %s", async (_what, assignments) => {
    await begin("2 days");
    await set(assignments);
    await ask();
    expect(await asked()).toEqual([]);
  });

  it.each([
    ["signed up", "public.waitlist_entries", "created_at"],
    ["confirmed", "public.waitlist_entries", "confirmed_at"],
    ["was offered a spot", "public.reservations", "offered_at"],
  ])("is not sent to a person who %s after it was due", async (_what, table, column) => {
    await begin("2 days");
    await database.sql(`update ${table} set ${column} = now() - interval '23 hours'`);
    await ask();
    expect(await asked()).toEqual([]);
    await database.sql(`update ${table} set ${column} = now() - interval '25 hours'`);
    await ask();
    expect(await asked()).toEqual(["1", "3"]);
  });

  it("is asked again about another day, but not about another hour of the same day", async () => {
    await set(at(2, 18));
    await ask();
    await say(1);
    await set(at(2, 17));
    await ask();
    expect(await asked()).toEqual(["1 dropped", "3"]);
    expect(await page(1)).toMatchObject({ isAsked: true, saidSo: true });
    await set(at(9));
    expect(await page(1)).toMatchObject({ isAsked: false });
    expect(await asked(), "of what waits").toEqual(["1 dropped", "3 dropped"]);
    await database.sql("update public.mails set created_at = now()");
    await set(`ask_days = 10, ${at(9)}`);
    await since("20 days");
    await ask();
    expect(await asked()).toEqual(["1 dropped", "3 dropped", "1", "3"]);
    expect(await page(1)).toMatchObject({ isAsked: true, saidSo: false });
  });

  it("is not sent to people who have answered, left or been canceled in the meantime, or in the last hours", async () => {
    await begin("2 days");
    await ask();
    expect(await asked()).toEqual(["1", "3"]);
    await say(1);
    expect(await asked()).toEqual(["1 dropped", "3"]);
    await database.sql("update public.reservations set state = 'canceled' where party = 2");
    expect(await asked()).toEqual(["1 dropped", "3 dropped"]);
    await database.sql("update public.reservations set state = 'placed', coming_at = null where state = 'canceled'");
    await leave(1);
    expect(await asked()).toEqual(["3"]);
    await set("starts_at = now() + interval '12 hours'");
    expect(await asked()).toEqual(["3 dropped"]);
  });

  it("starts during waking hours, and anything later waits for the morning", async () => {
    const morningIs = (time: string) =>
      database.sql(
        `create or replace function private.waking_time(p_at timestamptz) returns timestamptz language sql stable set search_path = '' return ${time}`,
      );
    await begin("2 days");
    await morningIs("p_at + interval '5 hours'");
    await database.call("worker", "public.start_reminders()");
    expect(await asked()).toEqual([]);
    await morningIs("p_at");
    await database.call("worker", "public.start_reminders()");
    expect(await asked()).toEqual(["1", "3"]);
    await morningIs("p_at + interval '5 hours'");
    await database.call("worker", "public.start_reminders()");
    const due = await database.sql(
      "select distinct next_attempt_at - now() = interval '5 hours' as in_the_morning from public.mails where purpose = 'still-coming'",
    );
    expect(due).toEqual([{ in_the_morning: true }]);
  });

  it("is part of the reminder if both are due, and an email of its own if there is none", async () => {
    const questions = async () =>
      (
        await database.sql<{ number: string; kind: string | null; is_asked: boolean | null }>(
          `select substr(w.email, 7, 1) as number, c.content ->> 'kind' as kind, (c.content #>> '{reservation,is_asked}')::boolean as is_asked
           from public.mails m join public.waitlist_entries w on w.id = m.person,
             lateral (select private.mail_content(m.purpose, m.person, m.occurrence) as content) c
           where m.state = 'due' order by w.email`,
        )
      ).map(({ number, kind, is_asked }) => [number, kind ?? "still-coming", is_asked]);
    await database.sql(
      "create or replace function private.waking_time(p_at timestamptz) returns timestamptz language sql stable set search_path = '' return p_at",
    );
    await set("ask_days = 1, starts_at = now() + interval '23 hours'");
    await database.call("worker", "public.start_reminders()");
    await database.call("worker", "public.start_reminders()");
    expect(await questions()).toEqual([
      ["1", "reminder", true],
      ["3", "reminder", true],
    ]);
    await say(1);
    expect(await questions(), "asks only who has not answered").toEqual([
      ["1", "reminder", false],
      ["3", "reminder", true],
    ]);
    await database.sql("delete from public.mails");
    await database.sql("delete from public.campaigns");
    await database.sql("insert into public.campaigns (event_id, kind, is_off) values ($1, 'reminder', true)", event);
    await database.sql("update public.reservations set asked_for = null, coming_at = null");
    await database.call("worker", "public.start_reminders()");
    expect(await questions()).toEqual([
      ["1", "still-coming", true],
      ["3", "still-coming", true],
    ]);
  });

  it.each([0, 15])("cannot be asked %i days before", async (days) => {
    await expect(set(`ask_days = ${days}`)).rejects.toMatchObject({ code: checkViolation });
  });
});

describe("the answer", () => {
  const came = (party: number) =>
    database.sql(
      "update public.reservations set arrived = 1, checked_in_at = now(), checked_in_by = 'Leilani' where party = $1 and state = 'placed' and hold_until is null",
      party,
    );
  beforeEach(async () => {
    await begin("2 days");
    await ask();
  });

  it("is stored, and a second one changes nothing", async () => {
    expect(await say(1)).toBe(true);
    await database.sql("update public.reservations set coming_at = '2020-01-01' where coming_at is not null");
    expect(await say(1)).toBe(true);
    expect(
      await database.sql("select coming_at::date::text as day from public.reservations where coming_at is not null"),
    ).toEqual([{ day: "2020-01-01" }]);
    expect(await page(1)).toMatchObject({ isAsked: true, saidSo: true });
  });

  it.each([
    ["the event has begun", "public.events", "starts_at = now()"],
    ["it is canceled", "public.events", "status = 'cancelled'"],
    ["it is on another day", "public.events", "starts_at = starts_at + interval '7 days'"],
    ["it is a draft again", "public.events", "is_published = false"],
    ["the spot was canceled", "public.reservations", "state = 'canceled', hold_until = null"],
    ["they are in", "public.reservations", "arrived = 1, checked_in_at = now(), checked_in_by = 'Leilani'"],
  ])("is refused and no longer shown once %s", async (_what, table, assignments) => {
    await database.sql(
      `update ${table} set ${assignments} where ${table === "public.events" ? "key = 'luau'" : "state = 'placed' and hold_until is null"}`,
    );
    expect(await say(1)).toBe(false);
    expect(await page(1)).toMatchObject({ isAsked: false, saidSo: false });
  });

  it("is refused from a person who was not asked, has left or has an unknown link", async () => {
    for (const number of [2, 4, 9]) expect(await say(number), `${number}`).toBe(false);
    await leave(1);
    expect(await say(1)).toBe(false);
    await expect(database.call("stranger", "public.say_coming($1)", digest(1))).rejects.toMatchObject({ code: denied });
  });

  it("can give up a spot, which is offered to the next person and counted once", async () => {
    await leave(3);
    expect(await page(3)).toEqual({ state: "left" });
    const offered = () => database.sql("select r.party from public.reservations r where r.state = 'offered'");
    expect(await offered()).toEqual([{ party: 1 }]);
    expect(await counted()).toEqual([{ given_up: 2, coming: 0, coming_came: 0, silent: 1, silent_came: 0 }]);
    await leave(3);
    expect((await counted())[0]?.given_up, "pressed twice").toBe(2);
    await database.call("worker", "public.return_to_waitlist($1)", digest(3));
    expect((await counted())[0]?.given_up, "somebody else has it").toBe(2);
    await leave(3);
    await leave(4);
    await database.call("worker", "public.return_to_waitlist($1)", digest(3));
    expect((await counted())[0]?.given_up, "one that was no spot").toBe(2);
  });

  it("does not count as giving up if that is undone while the spot is free, and is open again", async () => {
    await leave(4);
    await say(1);
    await leave(1);
    expect((await counted())[0]).toMatchObject({ given_up: 1, coming: 0, silent: 2 });
    await database.call("worker", "public.return_to_waitlist($1)", digest(1));
    expect(await page(1)).toMatchObject({ isAsked: true, saidSo: false });
    expect((await counted())[0]).toMatchObject({ given_up: 0, coming: 0, silent: 3 });
    await ask();
    expect(await asked()).toEqual(["3"]);
  });

  it("is counted in people for admins, with those who came, for upcoming events too", async () => {
    expect(await counted()).toEqual([{ given_up: 0, coming: 0, coming_came: 0, silent: 3, silent_came: 0 }]);
    await say(3);
    await came(2);
    await came(1);
    // Another hour of the same day.
    await set(at(2));
    expect(await counted()).toEqual([{ given_up: 0, coming: 2, coming_came: 1, silent: 1, silent_came: 1 }]);
    expect(await counted(1), "within days").toHaveLength(1);
    await set("ask_days = null");
    expect(await counted(), "asked is asked").toHaveLength(1);
    await set("status = 'cancelled'");
    expect(await counted()).toEqual([]);
  });

  it("is part of the person's data, and its counts are deleted with the event", async () => {
    await say(1);
    const held = await database.call<{ waitlists: { reservation: Row }[] }>(
      "admin",
      "public.personal_data('guest-1@example.org', $1, $1)",
      key(1),
    );
    expect(held.waitlists[0]?.reservation).toMatchObject({
      asked_for: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      coming_at: expect.any(String),
    });
    await leave(1);
    await database.sql("delete from public.waitlist_entries");
    await database.sql("delete from public.events where id = $1", event);
    expect(await database.sql("select from private.given_up_spots")).toEqual([]);
  });
});
