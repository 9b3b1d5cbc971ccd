import { beforeEach, describe, expect, it } from "vitest";
import { addEvent, denied, key, prepareDatabase, type Row } from "./prepared-database.ts";

const database = prepareDatabase();
const digest = (number: number) => number.toString(16).padStart(64, "0");
let event: string;

const set = (assignments: string) => database.sql(`update public.events set ${assignments} where id = $1`, event);
const join = (number: number, { party = 1, mails = true, spam = false } = {}) =>
  database.call(
    "worker",
    "public.join_waitlist('luau', 'Kai', $1, '1', $2, false, $3, $4)",
    `guest-${number}@example.org`,
    spam,
    mails ? key(number) : null,
    party,
  );
const idOf = async (number: number) =>
  (
    await database.sql<{ id: string }>(
      "select id from public.waitlist_entries where email = $1",
      `guest-${number}@example.org`,
    )
  )[0]?.id as string;
const link = async (number: number) => {
  await database.sql(
    "insert into private.waitlist_links (token_digest, entry_id) values ($1, $2) on conflict do nothing",
    digest(number),
    await idOf(number),
  );
  return digest(number);
};
const confirm = async (number: number) => database.call("worker", "public.confirm_entry($1)", await link(number));
const states = async () =>
  Object.fromEntries(
    (
      await database.sql<{ who: string; state: string }>(
        "select substr(w.email, 7, 1) as who, r.state from public.reservations r join public.waitlist_entries w on w.id = r.id order by 1",
      )
    ).map(({ who, state }) => [who, state]),
  );
const cron = () => database.call<number>("worker", "public.promote_lines()");
const mails = (purpose: string) =>
  database.sql(
    "select person, occurrence, state, next_attempt_at from public.mails where purpose = $1 order by id",
    purpose,
  );
const deliver = (state = "accepted") =>
  database.sql(
    "update public.mails set state = $1, next_attempt_at = null, settled_at = now() where next_attempt_at is not null",
    state,
  );
const admin = (text: string, ...parameters: unknown[]) => database.call("admin", `public.${text}`, ...parameters);
const spots = async () =>
  (
    await database.sql("select taken, waiting from public.event_spots where event_id = $1 and attends = 'room'", event)
  )[0];

beforeEach(async () => {
  event = await addEvent(database, "luau");
  await set(
    "starts_at = now() + interval '30 days', date_precision = 'exact', attendee_limit = 2, party_limit = 3, takes_reservations = true",
  );
});

describe("signing up", () => {
  it("gives spots while there are any, and positions on the waitlist after that", async () => {
    expect([await join(1), await join(2), await join(3)]).toEqual(["placed", "placed", "waiting"]);
    expect(await states()).toEqual({ 1: "placed", 2: "placed", 3: "waiting" });
    expect(await spots()).toEqual({ taken: 2, waiting: 1 });
  });

  it("returns the second time what a new person would get, and changes nothing", async () => {
    await join(1, { party: 1 });
    expect(await join(1, { party: 1 })).toBe("placed");
    expect(await join(1, { party: 2 })).toBe("waiting");
    expect(await spots()).toEqual({ taken: 1, waiting: 0 });
  });

  it.each([
    ["before it opens", "sign_up_opens_at = now() + interval '1 minute'", "early"],
    ["after it closes", "sign_up_closes_at = now()", "late"],
    [
      "once the event has begun",
      "starts_at = now() - interval '1 minute', ends_at = now() + interval '1 hour'",
      "late",
    ],
    ["of a canceled event", "status = 'cancelled'", "closed"],
    ["where an admin has closed the list", "waitlist_closed = true", "closed"],
  ])("is refused %s", async (_when, assignments, outcome) => {
    await set(assignments);
    expect(await join(1)).toBe(outcome);
    expect(await database.sql("select from public.waitlist_entries")).toEqual([]);
  });

  it.each([
    ["a postponed event", "status = 'postponed'"],
    ["an event without a date", "starts_at = null, date_precision = 'tba'"],
  ])("for %s joins the waitlist, and gets an offer once there is a date", async (_what, assignments) => {
    await set(assignments);
    expect(await join(1)).toBe("joined");
    expect(await states()).toEqual({ 1: "waiting" });
    await confirm(1);
    expect(await states()).toEqual({ 1: "waiting" });
    await set("status = 'scheduled', starts_at = now() + interval '30 days', date_precision = 'exact'");
    expect(await cron()).toBe(1);
    expect(await states()).toEqual({ 1: "offered" });
  });

  it("after the event joins the waitlist of the next edition when that gets its date", async () => {
    await join(1);
    await confirm(1);
    await set("starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour'");
    expect(await join(2)).toBe("joined");
    expect(await states()).toEqual({ 1: "placed" });
    await set("dated_at = now() - interval '2 days'");
    await database.as(
      "admin",
      "update public.events set starts_at = now() + interval '90 days', ends_at = null where id = $1",
      event,
    );
    expect(await states()).toEqual({ 1: "past", 2: "waiting" });
    expect(await spots()).toEqual({ taken: 0, waiting: 1 });
  });

  it("keeps everyone's position when the month of an event without a day passes", async () => {
    await set("date_precision = 'month'");
    await join(1);
    await confirm(1);
    await set("starts_at = now() - interval '2 months'");
    expect(await join(2)).toBe("joined");
    expect(await states()).toEqual({ 1: "waiting", 2: "waiting" });
    await set("dated_at = now() - interval '2 days'");
    await set("starts_at = now() + interval '30 days', date_precision = 'exact', attendee_limit = 1");
    expect(await cron()).toBe(1);
    expect(await states()).toEqual({ 1: "offered", 2: "waiting" });
  });

  it("accepts parties up to the limit", async () => {
    expect(await join(1, { party: 4 })).toBe("party-too-large");
    expect(await join(2, { party: 3 })).toBe("waiting");
    expect(await join(3, { party: 2 })).toBe("placed");
    expect(await database.sql("select party from public.reservations order by line")).toEqual([
      { party: 3 },
      { party: 2 },
    ]);
  });

  it.each([
    ["where mails are sent", true],
    ["where none are", false],
  ])("leaves a canceled reservation canceled, with the outcome that anyone gets, %s", async (_where, mails) => {
    await join(1, { mails });
    await database.actOn("cancel", await idOf(1), { mails });
    expect(await join(1, { mails, party: 2 })).toBe("placed");
    expect(await states()).toEqual({ 1: "canceled" });
    expect(await spots()).toEqual({ taken: 0, waiting: 0 });
  });

  it("for the next edition clears the check-in at the last one", async () => {
    await join(1);
    await confirm(1);
    await database.sql(
      "update public.reservations set arrived = 1, checked_in_at = now(), checked_in_by = 'Noe', state = 'past'",
    );
    expect(await database.call("worker", "public.join_line($1, true)", await link(1))).toBe("placed");
    expect(await database.sql("select checked_in_at from public.reservations")).toEqual([{ checked_in_at: null }]);
  });

  it("sets suspected spam aside, with the outcome that anyone gets, and puts it on the waitlist when cleared", async () => {
    expect(await join(1, { spam: true })).toBe("placed");
    expect(await spots()).toEqual({ taken: 0, waiting: 0 });
    await join(2);
    expect(await database.actOn("clear", await idOf(1))).toBe("done");
    expect(await states()).toEqual({ 1: "waiting", 2: "placed" });
  });
});

describe("an unconfirmed spot", () => {
  it("is offered to the next person when its hold ends, and its owner goes back to the waitlist", async () => {
    await join(1, { party: 2 });
    await join(2);
    await confirm(2);
    await deliver();
    await database.sql("update public.reservations set hold_until = now() where hold_until is not null");
    expect(await cron()).toBe(1);
    expect(await states()).toEqual({ 1: "waiting", 2: "offered" });
    await confirm(1);
    expect(await states(), "does not fit").toEqual({ 1: "waiting", 2: "offered" });
  });

  it("is held no longer than until the start of the event, even if that is moved earlier", async () => {
    const held = async () =>
      (
        await database.sql(
          "select r.hold_until = e.starts_at as to_start, r.hold_until < e.starts_at as earlier from public.reservations r join public.events e on e.id = r.event_id order by r.line",
        )
      ).map(({ to_start, earlier }) => (to_start ? "to the start" : earlier ? "earlier" : "later"));
    await join(1);
    expect(await held()).toEqual(["earlier"]);
    await set("starts_at = now() + interval '90 minutes'");
    expect(await held()).toEqual(["to the start"]);
    await join(2);
    expect(await held()).toEqual(["to the start", "to the start"]);
    await confirm(1);
    await set("starts_at = now() + interval '80 minutes'");
    expect(await database.sql("select hold_until from public.reservations order by line limit 1")).toEqual([
      { hold_until: null },
    ]);
  });

  it("is not lost while our email about it is late", async () => {
    await join(1);
    await database.sql("update public.reservations set hold_until = hold_until - interval '7 hours'");
    await cron();
    expect(await states(), "8 hours have not passed").toEqual({ 1: "placed" });
    await deliver();
    await database.sql("update public.reservations set hold_until = hold_until - interval '2 hours'");
    await cron();
    expect(await states()).toEqual({ 1: "waiting" });
    await confirm(1);
    expect(await states(), "is free still").toEqual({ 1: "placed" });
  });

  it("stays held once sign-up is over, because it is valid at the door", async () => {
    await join(1);
    await deliver();
    await database.sql("update public.reservations set hold_until = now()");
    await set("starts_at = now() - interval '1 minute', ends_at = now() + interval '2 hours'");
    expect(await cron()).toBe(0);
    expect(await database.call("worker", "public.promote_line($1, true)", event)).toBe(0);
    expect(await states()).toEqual({ 1: "placed" });
  });

  it("is kept if no emails are sent, and an admin gives out free spots instead of offers", async () => {
    await join(1, { mails: false });
    await join(2, { mails: false });
    await join(3, { mails: false });
    await database.call("worker", "public.leave_waitlist($1, 'left')", await link(1));
    expect(await states()).toEqual({ 2: "placed", 3: "waiting" });
    expect(await join(4, { mails: false }), "the line comes first").toBe("waiting");
    expect(await database.actOn("give", await idOf(4))).toBe("not-next");
    expect(await database.actOn("give", await idOf(3))).toBe("done");
    expect(await database.actOn("give", await idOf(4))).toBe("full");
    expect(await database.sql("select to_be_notified from public.reservations where to_be_notified")).toHaveLength(1);
    expect(await database.actOn("told", await idOf(3))).toBe("done");
    expect(await database.actOn("told", await idOf(3))).toBe("notified");
    expect(await database.sql("select from public.mails")).toEqual([]);
  });

  it("loses its hold when it is confirmed, with one ticket by email", async () => {
    await join(1);
    await confirm(1);
    await confirm(1);
    expect(await mails("reservation-ticket")).toHaveLength(1);
    expect(await database.sql("select hold_until from public.reservations")).toEqual([{ hold_until: null }]);
  });
});

describe("an offer", () => {
  const full = async () => {
    await set("attendee_limit = 1");
    for (const number of [1, 2, 3]) {
      await join(number);
      await confirm(number);
    }
    await deliver();
  };
  const handBack = async (number: number) =>
    database.call("worker", "public.leave_waitlist($1, 'left', null, true)", await link(number));

  it("is made at once to the next person on the waitlist, with an email that waits for waking hours", async () => {
    await full();
    await handBack(1);
    expect(await states()).toEqual({ 2: "offered", 3: "waiting" });
    const [mail] = await mails("reservation-offer");
    const [waking] = await database.sql<{ at: Date }>("select private.waking_time(now()) as at");
    expect(mail).toMatchObject({ person: await idOf(2), occurrence: 1, state: "due", next_attempt_at: waking?.at });
  });

  it("has no deadline until the provider has accepted its email, and none if it is refused", async () => {
    await full();
    await handBack(1);
    const ends = async () =>
      (
        await database.sql<{ ends: boolean }>(
          "select offer_ends_at is not null as ends from public.reservations where state = 'offered'",
        )
      )[0]?.ends;
    await database.sql(
      "update public.mails set state = 'refused', next_attempt_at = null where purpose = 'reservation-offer'",
    );
    expect(await ends()).toBe(false);
    await cron();
    expect(await states(), "an admin decides").toEqual({ 2: "offered", 3: "waiting" });
    await database.sql("update public.mails set state = 'accepted' where purpose = 'reservation-offer'");
    expect(await ends()).toBe(true);
  });

  it("passes to the next person at once if it lapses or is declined, and is not made to anyone twice", async () => {
    await full();
    await handBack(1);
    await deliver();
    await database.sql("update public.reservations set offer_ends_at = now() where state = 'offered'");
    expect(
      await database.call("worker", "public.answer_offer($1, true, true)", await link(2)),
      "even before cron",
    ).toBe("lapsed");
    expect(await states()).toEqual({ 2: "lapsed", 3: "offered" });
    expect(await database.call("worker", "public.answer_offer($1, false, true)", await link(3))).toBe("declined");
    expect(await cron()).toBe(0);
    expect(await states()).toEqual({ 2: "lapsed", 3: "declined" });
    expect(await database.call("worker", "public.join_line($1, true)", await link(2)), "and may ask again").toBe(
      "placed",
    );
  });

  it("becomes a spot with a ticket when it is accepted, with the same outcome for a second press", async () => {
    await full();
    await handBack(1);
    const accept = async () => database.call("worker", "public.answer_offer($1, true, true)", await link(2));
    expect([await accept(), await accept()]).toEqual(["placed", "placed"]);
    expect((await mails("reservation-ticket")).filter(({ person }) => person !== null)).not.toEqual([]);
    expect(await spots()).toEqual({ taken: 1, waiting: 1 });
  });

  it("skips parties that do not fit, which keep their position", async () => {
    await set("attendee_limit = 2");
    await join(1);
    await join(2);
    await confirm(1);
    await confirm(2);
    await join(3, { party: 2 });
    await confirm(3);
    await join(4);
    await confirm(4);
    await handBack(1);
    expect(await states()).toEqual({ 2: "placed", 3: "waiting", 4: "offered" });
    await handBack(2);
    await database.call("worker", "public.answer_offer($1, false, true)", await link(4));
    expect(await states()).toEqual({ 3: "offered", 4: "declined" });
  });

  it("ends with sign-up, and is not made in the last hour, when free spots are first come, first served", async () => {
    await full();
    await handBack(1);
    await set("starts_at = now() + interval '50 minutes'");
    await database.call("worker", "public.answer_offer($1, false, true)", await link(2));
    expect(await states()).toEqual({ 2: "declined", 3: "waiting" });
    expect(await database.sql("select private.own_reservation($1) ->> 'can_take' as can", await idOf(3))).toEqual([
      { can: "true" },
    ]);
    expect(await join(4)).toBe("placed");
    await database.sql("update public.reservations set state = 'offered' where state = 'waiting'");
    await set("starts_at = now() - interval '1 minute'");
    await cron();
    expect(await states()).toEqual({ 2: "declined", 3: "lapsed", 4: "placed" });
  });

  it("ends when the event is postponed, and is made again when it is scheduled", async () => {
    await full();
    await handBack(1);
    await set("status = 'postponed'");
    await cron();
    expect(await states()).toEqual({ 2: "waiting", 3: "waiting" });
    await set("status = 'scheduled'");
    await cron();
    expect(await states()).toEqual({ 2: "offered", 3: "waiting" });
    expect((await mails("reservation-offer")).map(({ occurrence }) => occurrence)).toEqual([1, 2]);
  });

  it("can be settled by an admin, who starts its deadline or passes it to the next person", async () => {
    await full();
    await handBack(1);
    expect(await admin("settle_offer($1, true, true)", await idOf(2))).toBe("offered");
    expect(
      await database.sql("select offer_ends_at > now() as runs from public.reservations where state = 'offered'"),
    ).toEqual([{ runs: true }]);
    expect(await admin("settle_offer($1, false, true)", await idOf(2))).toBe("lapsed");
    expect(await states()).toEqual({ 2: "lapsed", 3: "offered" });
  });

  it("is not emailed once it is no longer open", async () => {
    await full();
    await handBack(1);
    await database.call("worker", "public.answer_offer($1, false, true)", await link(2));
    await database.sql("update public.mails set next_attempt_at = now() where next_attempt_at is not null");
    const claimed = await database.as<{ purpose: string; content: Row }>(
      "worker",
      "select * from public.claim_mails(10, 60, 86400)",
    );
    expect(
      claimed.filter(({ purpose }) => purpose === "reservation-offer").map(({ content }) => content.entry),
    ).toEqual([await idOf(3)]);
  });
});

describe("the deadline of an offer", () => {
  const deadline = async (from: string, hours: number, end: string) =>
    (
      await database.sql<{ at: string }>(
        "select to_char(private.offer_deadline($1::timestamptz, $2, $3::timestamptz) at time zone 'Pacific/Honolulu', 'DD HH24:MI') as at",
        `${from}-10`,
        hours,
        `${end}-10`,
      )
    )[0]?.at;

  it.each([
    ["a day later", "2027-03-01 12:00", 24, "2027-04-01 18:00", "02 12:00"],
    ["at 9:00 where that is in the night", "2027-03-01 12:00", 12, "2027-04-01 18:00", "02 09:00"],
    ["at 9:00 where it is after midnight", "2027-03-01 20:00", 8, "2027-04-01 18:00", "02 09:00"],
    ["at 22:00 sharp, which is the night", "2027-03-01 12:00", 10, "2027-04-01 18:00", "02 09:00"],
    ["at 21:59 still", "2027-03-01 11:59", 10, "2027-04-01 18:00", "01 21:59"],
    ["at 7:00, when the day has begun", "2027-03-01 21:00", 10, "2027-04-01 18:00", "02 07:00"],
    ["after half of what is left", "2027-03-01 12:00", 24, "2027-03-01 18:00", "01 15:00"],
    ["never after the end", "2027-03-01 21:00", 24, "2027-03-02 08:00", "02 08:00"],
    ["over the end of a month", "2027-03-31 12:00", 24, "2027-05-01 18:00", "01 12:00"],
  ])("is %s", async (_when, from, hours, end, expected) => {
    expect(await deadline(from, hours, end)).toBe(expected);
  });
});

describe("an event that changes", () => {
  it("puts interested people on its new waitlist in order, and offers them spots", async () => {
    await set("takes_reservations = false");
    expect(await database.sql("select from public.event_spots")).toEqual([]);
    for (const number of [1, 2, 3]) {
      await join(number);
      await database.sql(
        "update public.waitlist_entries set created_at = now() + $2 * interval '1 second', confirmed_at = now() where id = $1",
        await idOf(number),
        -number,
      );
    }
    await join(4, { spam: true });
    await set("takes_reservations = true");
    expect(await states()).toEqual({ 1: "waiting", 2: "waiting", 3: "waiting", 4: "set-aside" });
    await cron();
    expect(await states()).toEqual({ 1: "waiting", 2: "offered", 3: "offered", 4: "set-aside" });
  });

  it("cannot stop taking reservations while someone has a spot", async () => {
    await join(1);
    await expect(
      database.as("admin", "update public.events set takes_reservations = false where id = $1", event),
    ).rejects.toMatchObject({
      code: "23503",
      constraint: "a_spot_is_taken",
    });
    await database.actOn("cancel", await idOf(1), { mails: true });
    await database.as("admin", "update public.events set takes_reservations = false where id = $1", event);
    expect(await database.sql("select from public.reservations")).toEqual([]);
  });

  it("takes no spots away when it has fewer, and offers more when it has more", async () => {
    await join(1);
    await join(2);
    await join(3);
    for (const number of [1, 2, 3]) await confirm(number);
    await set("attendee_limit = 1");
    await admin("fill_spots($1, true)", event);
    expect(await states()).toEqual({ 1: "placed", 2: "placed", 3: "waiting" });
    await set("attendee_limit = 3");
    expect(await admin("fill_spots($1, true)", event)).toBe(1);
    expect(await states()).toEqual({ 1: "placed", 2: "placed", 3: "offered" });
  });

  it("needs a number of spots and no ticket link while it takes reservations", async () => {
    await expect(
      database.attempt("update public.events set attendee_limit = null where id = $1", event),
    ).rejects.toMatchObject({
      constraint: "spots_are_counted_and_given_here",
    });
    await expect(
      database.attempt("update public.events set ticket_url = 'https://example.org/' where id = $1", event),
    ).rejects.toMatchObject({ constraint: "spots_are_counted_and_given_here" });
  });

  it("is copied into its next edition, which takes later sign-ups onto its waitlist once it is published", async () => {
    await join(1);
    await confirm(1);
    await set(
      "starts_at = now() - interval '3 hours', ends_at = now() - interval '2 hours', sign_up_opens_at = now() - interval '9 days'",
    );
    await join(2);
    const copy = await database.call<Row>(
      "admin",
      "public.copy_event($1, 'luau-2', now() + interval '10 days', now() + interval '10 days 1 hour')",
      event,
    );
    expect(copy).toMatchObject({ outcome: "copied" });
    expect(
      await database.sql(
        "select e.key, is_published, s.name as series, round(extract(epoch from sign_up_opens_at - now()) / 3600) as opens_in from public.events e join public.series s on s.id = e.series_id where e.id = $1",
        copy.id,
      ),
    ).toEqual([{ key: "luau-2", is_published: false, series: "An event", opens_in: "27" }]);
    expect(await database.call("admin", "public.copy_event($1, 'luau', null, null)", event)).toEqual({
      outcome: "key-taken",
    });
    await database.call("worker", "public.make_editions()");
    expect(await states(), "nobody goes to a draft").toEqual({ 1: "placed" });
    await database.sql("update public.events set is_published = true where id = $1", copy.id);
    await database.call("worker", "public.make_editions()");
    expect(await states()).toEqual({ 1: "placed", 2: "waiting" });
    expect(await database.sql("select event_id from public.reservations where state = 'waiting'")).toEqual([
      { event_id: copy.id },
    ]);
    await database.sql("update public.events set is_published = false where id = $1", copy.id);
    await confirm(2);
    await database.sql("update public.events set sign_up_opens_at = null where id = $1", copy.id);
    await cron();
    expect(await states(), "nothing of a draft is offered").toEqual({ 1: "placed", 2: "waiting" });
    expect(await database.call("worker", "public.status_page($1)", await link(2))).toMatchObject({
      event: { is_published: false },
      reservation: { sign_up: "line", can_take: false },
    });
    await database.sql("update public.events set is_published = true where id = $1", copy.id);
    await cron();
    expect(await states()).toEqual({ 1: "placed", 2: "offered" });
  });
});

describe("admins", () => {
  it("add a person by hand, who gets a free spot at once", async () => {
    const add = (number: number) =>
      admin("add_reservation($1, 'Noe', $2, 2, true)", event, `guest-${number}@example.org`);
    expect([await add(1), await add(1), await add(2)]).toEqual(["placed", "already-joined", "waiting"]);
    expect(await database.sql("select hold_until from public.reservations where state = 'placed'")).toEqual([
      { hold_until: null },
    ]);
    expect(await mails("waitlist-receipt")).toHaveLength(2);
  });

  it("move a person to the front, which is logged and publicly counted", async () => {
    await set("attendee_limit = 1");
    for (const number of [1, 2, 3]) await join(number);
    for (const number of [1, 2, 3]) await confirm(number);
    expect(await admin("move_up($1, 'Speaks', true)", await idOf(3))).toBe("moved");
    expect(await admin("move_up($1, 'Speaks', true)", await idOf(1))).toBe("placed");
    await database.call("worker", "public.leave_waitlist($1, 'left', null, true)", await link(1));
    expect(await states()).toEqual({ 2: "waiting", 3: "offered" });
    expect(await database.sql("select sum(moved_up)::int as moved_up from public.event_spots")).toEqual([
      { moved_up: 1 },
    ]);
    expect(
      await database.sql("select changes ->> 'reason' as reason from public.audit_log where table_name = 'line_moves'"),
    ).toEqual([{ reason: "Speaks" }]);
  });

  it("cancel a reservation, with one email, and its spot is offered to the next person", async () => {
    await set("attendee_limit = 1");
    for (const number of [1, 2]) await join(number);
    for (const number of [1, 2]) await confirm(number);
    expect(await database.actOn("cancel", await idOf(1), { mails: true })).toBe("done");
    expect(await database.actOn("cancel", await idOf(1), { mails: true })).toBe("no-reservation");
    expect(await states()).toEqual({ 1: "canceled", 2: "offered" });
    expect(await mails("reservation-canceled")).toHaveLength(1);
  });

  it("are the only ones who can do any of this", async () => {
    await join(1);
    for (const call of [
      "add_reservation($1, 'Noe', 'noe@example.org', 1, false)",
      "stage_bulk_action($1, 'give', array[$1::uuid])",
      "bulk_action_page($1, true)",
      "apply_bulk_action($1, true, true)",
      "undo_bulk_action($1)",
      "move_up($1, 'Speaks', true)",
      "settle_offer($1, true, true)",
      "fill_spots($1, true)",
      "copy_event($1, 'luau-2', null, null)",
    ])
      await expect(database.call("member", `public.${call}`, event)).rejects.toMatchObject({ code: denied });
  });
});

describe("leaving or making a party smaller", () => {
  it.each([
    ["an erased entry", "delete from public.waitlist_entries where email = 'guest-1@example.org'"],
    ["a person's erasure", "select public.erase_person($1, 'guest-1@example.org', repeat('0', 32), repeat('0', 32))"],
  ])("offers the spot of %s to the next person in the next cron run", async (_what, statement) => {
    await set("attendee_limit = 1");
    for (const number of [1, 2]) await join(number);
    for (const number of [1, 2]) await confirm(number);
    await database.sql(statement, ...(statement.includes("$1") ? [database.idOf("admin")] : []));
    expect(await spots()).toEqual({ taken: 0, waiting: 1 });
    await cron();
    expect(await states()).toEqual({ 2: "offered" });
  });

  it("offers the spots that a smaller party frees at once, and lets it grow only into free spots", async () => {
    await join(1, { party: 2 });
    await confirm(1);
    await join(2);
    await confirm(2);
    const change = async (party: number) =>
      database.call("worker", "public.change_party($1, $2, true)", await link(1), party);
    expect(await change(3)).toBe("full");
    expect(await change(4)).toBe("too-many");
    expect(await change(1)).toBe("changed");
    expect(await states()).toEqual({ 1: "placed", 2: "offered" });
    expect(await change(2)).toBe("full");
  });

  it("can be undone with the spot after sign-up is over, but only with a waitlist position while it is open", async () => {
    await set("attendee_limit = 1");
    for (const number of [1, 2]) await join(number);
    for (const number of [1, 2]) await confirm(number);
    const leave = async () => database.call("worker", "public.leave_waitlist($1, 'left', null, true)", await link(1));
    const back = () => database.call("worker", "public.return_to_waitlist($1)", digest(1));
    await set("sign_up_closes_at = now() - interval '1 minute'");
    await leave();
    expect(await states()).toEqual({ 2: "waiting" });
    expect(await back()).toBe("back");
    expect(await states()).toEqual({ 1: "placed", 2: "waiting" });
    await leave();
    await set("sign_up_closes_at = null");
    await database.call("worker", "public.promote_line($1, true)", event);
    expect(await back()).toBe("back");
    expect(await states()).toEqual({ 1: "waiting", 2: "offered" });
  });

  it("restores the check-in when it is undone", async () => {
    await join(1);
    await confirm(1);
    await database.sql(
      "update public.reservations set arrived = 1, checked_in_at = now(), checked_in_by = 'Kai' where id = $1",
      await idOf(1),
    );
    await set("starts_at = now() - interval '4 hours', ends_at = now() - interval '1 hour'");
    await database.call("worker", "public.leave_waitlist($1, 'left', null, true)", await link(1));
    expect(await database.call("worker", "public.return_to_waitlist($1)", digest(1))).toBe("back");
    expect(await database.sql("select state, arrived, checked_in_by from public.reservations")).toEqual([
      { state: "placed", arrived: 1, checked_in_by: "Kai" },
    ]);
  });
});
