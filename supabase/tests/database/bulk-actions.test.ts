import { beforeEach, describe, expect, it } from "vitest";
import { addEvent, denied, invalidParameter, key, prepareDatabase, type Row } from "./prepared-database.ts";

const database = prepareDatabase();
let event: string;

const set = (text: string) => database.sql(`update public.events set ${text} where id = $1`, event);
const emailOf = (name: string) => `${name.toLowerCase()}@example.test`;
const join = async (name: string, { party = 1, spam = false, confirmed = true } = {}) => {
  await database.call(
    "worker",
    "public.join_waitlist('luau', $1, $2, '1', $3, false, $4, $5, null)",
    name,
    emailOf(name),
    spam,
    key(name.length * 1000 + name.charCodeAt(0)),
    party,
  );
  const [row] = await database.sql<{ id: string }>(
    "update public.waitlist_entries set confirmed_at = case when $2 then now() end where email = $1 returning id",
    emailOf(name),
    confirmed,
  );
  await database.sql("update public.reservations set hold_until = null where id = $1", row?.id);
  await database.sql("delete from public.mails");
  return row?.id as string;
};
const admin = <Value = string>(text: string, ...parameters: unknown[]) =>
  database.call<Value>("admin", `public.${text}`, ...parameters);
const stage = (verb: string, people: string[]) => admin("stage_bulk_action($1, $2, $3)", event, verb, people);
const apply = (action: string, { mails = false, forward = false } = {}) =>
  admin("apply_bulk_action($1, $2, $3)", action, mails, forward);
interface Page {
  applied_at: string | null;
  can_undo_until: string | null;
  workshops: number;
  people: { name: string; outcome: string; is_undone: boolean }[];
}
const page = (action: string, mails = false) => admin<Page>("bulk_action_page($1, $2)", action, mails);
const outcomes = async (action: string, mails = false) =>
  Object.fromEntries((await page(action, mails)).people.map(({ name, outcome }) => [name, outcome]));
const undo = (action: string) => admin("undo_bulk_action($1)", action);
const states = async () =>
  Object.fromEntries(
    (
      await database.sql<{ name: string; state: string }>(
        "select w.name, r.state from public.reservations r join public.waitlist_entries w on w.id = r.id order by r.line",
      )
    ).map(({ name, state }) => [name, state]),
  );
const rows = () =>
  database.sql<Row>(
    `select w.name, w.notified_at, w.told, w.suspected_spam, to_jsonb(r) as reservation
     from public.waitlist_entries w left join public.reservations r on r.id = w.id order by w.email`,
  );
const spots = () =>
  database.sql("select taken, waiting from public.event_spots where event_id = $1 and attends = 'room'", event);

beforeEach(async () => {
  await database.addEditor();
  event = await addEvent(database, "luau");
  await set(
    "takes_reservations = true, attendee_limit = 3, party_limit = 4, date_precision = 'exact', starts_at = now() + interval '20 days'",
  );
});

describe("giving spots to several people", () => {
  it("says first who gets one and who is left out, in waitlist order, whatever the order of the boxes", async () => {
    const noe = await join("Noe", { party: 3 });
    const [ulu, kai, lani, mele] = [
      await join("Ulu", { party: 2 }),
      await join("Kai"),
      await join("Lani"),
      await join("Mele"),
    ];
    await database.actOn("cancel", noe);
    const before = await rows();
    const action = await stage("give", [mele, lani, kai, ulu, noe]);
    expect(await outcomes(action)).toEqual({
      Noe: "not-waiting",
      Ulu: "done",
      Kai: "done",
      Lani: "full",
      Mele: "full",
    });
    expect(await rows(), "asking changes nothing").toEqual(before);
    expect(await apply(action)).toBe("applied");
    expect(await states()).toEqual({ Noe: "canceled", Ulu: "placed", Kai: "placed", Lani: "waiting", Mele: "waiting" });
    expect(await spots()).toEqual([{ taken: 3, waiting: 2 }]);
    expect(await database.sql("select from public.mails")).toEqual([]);
    expect(await apply(action), "pressed twice").toBe("already-applied");
    expect(await spots()).toEqual([{ taken: 3, waiting: 2 }]);
  });

  it("passes nobody over who was not chosen and fits, except in the last hour", async () => {
    const noe = await join("Noe", { party: 3 });
    const [, kai] = [await join("Ulu"), await join("Kai")];
    await database.actOn("cancel", noe);
    expect(await outcomes(await stage("give", [kai]))).toEqual({ Kai: "not-next" });
    await database.sql("update public.reservations set party = 4 where state = 'waiting' and id <> $1", kai);
    expect(await outcomes(await stage("give", [kai])), "who does not fit is skipped").toEqual({ Kai: "done" });
    await database.sql("update public.reservations set party = 1");
    await set("starts_at = now() + interval '30 minutes'");
    expect(await outcomes(await stage("give", [kai]))).toEqual({ Kai: "done" });
    await set("waitlist_closed = true");
    expect(await outcomes(await stage("give", [kai]))).toEqual({ Kai: "closed" });
  });

  it("sends each a ticket where emails are sent, and cannot be undone then", async () => {
    const noe = await join("Noe", { party: 3 });
    const [kai, lani] = [await join("Kai"), await join("Lani")];
    await database.actOn("cancel", noe);
    const action = await stage("give", [kai, lani]);
    await apply(action, { mails: true });
    expect(await database.sql("select purpose, count(*)::integer as count from public.mails group by 1")).toEqual([
      { purpose: "reservation-ticket", count: 2 },
    ]);
    expect((await page(action)).can_undo_until).toBeNull();
    expect(await undo(action)).toBe("too-late");
  });

  it("is undone for an hour, and not for those who have changed since", async () => {
    const noe = await join("Noe", { party: 3 });
    const people = [await join("Kai"), await join("Lani"), await join("Mele")];
    await database.actOn("cancel", noe);
    const before = await rows();
    const action = await stage("give", people);
    await apply(action);
    await database.actOn("cancel", people[1]);
    expect(await undo(action)).toBe("undone");
    expect(await undo(action)).toBe("already-undone");
    expect(await states()).toEqual({ Noe: "canceled", Kai: "waiting", Lani: "canceled", Mele: "waiting" });
    expect((await page(action)).people.map(({ is_undone }) => is_undone)).toEqual([true, false, true]);
    expect((await rows()).filter(({ name }) => name !== "Lani")).toEqual(before.filter(({ name }) => name !== "Lani"));
    const late = await stage("give", people);
    await apply(late);
    await database.sql("update private.bulk_actions set applied_at = now() - interval '1 hour' where id = $1", late);
    expect(await undo(late)).toBe("too-late");
  });
});

describe("canceling several people", () => {
  it("leaves out who came, frees the spots once, and restores everything for an hour", async () => {
    const [noe, kai, ulu] = [await join("Noe"), await join("Kai", { party: 2 }), await join("Ulu", { party: 2 })];
    await database.sql(
      "update public.reservations set arrived = 1, checked_in_at = now(), checked_in_by = 'Mele' where id = $1",
      noe,
    );
    const before = await rows();
    const action = await stage("cancel", [noe, kai, ulu]);
    await apply(action);
    expect(await outcomes(action)).toEqual({ Noe: "checked-in", Kai: "done", Ulu: "done" });
    expect(await states()).toEqual({ Noe: "placed", Kai: "canceled", Ulu: "canceled" });
    expect(await spots()).toEqual([{ taken: 1, waiting: 0 }]);
    expect(await undo(action)).toBe("undone");
    expect(await rows()).toEqual(before);
    expect(await spots()).toEqual([{ taken: 3, waiting: 2 }]);
  });

  it("does not restore a spot that someone has taken since", async () => {
    const [kai, lani] = [await join("Kai", { party: 2 }), await join("Lani")];
    const action = await stage("cancel", [kai, lani]);
    await apply(action);
    await join("Mele", { party: 2 });
    await undo(action);
    expect(await states()).toEqual({ Kai: "canceled", Lani: "canceled", Mele: "placed" });
    expect(await spots()).toEqual([{ taken: 2, waiting: 0 }]);
    expect((await page(action)).people.map(({ is_undone }) => is_undone)).toEqual([false, false]);
  });

  it("sends each one email where emails are sent, and offers the spots to the next", async () => {
    const [kai, lani] = [await join("Kai", { party: 2 }), await join("Lani")];
    await join("Mele");
    await apply(await stage("cancel", [kai, lani]), { mails: true });
    expect(await states()).toEqual({ Kai: "canceled", Lani: "canceled", Mele: "offered" });
    expect(
      await database.sql("select purpose, count(*)::integer as count from public.mails group by 1 order by 1"),
    ).toEqual([
      { purpose: "reservation-canceled", count: 2 },
      { purpose: "reservation-offer", count: 1 },
    ]);
  });
});

describe("marking several people as notified", () => {
  it("marks whoever was to be notified, of their spot or of the event, and is undone", async () => {
    const [noe, kai, lani] = [await join("Noe"), await join("Kai"), await join("Lani")];
    await database.sql("update public.reservations set to_be_notified = true where id = $1", noe);
    await database.sql("update public.waitlist_entries set told = '{}' where id = $1", kai);
    const before = await rows();
    const action = await stage("told", [noe, kai, lani]);
    await apply(action);
    expect(await outcomes(action)).toEqual({ Noe: "done", Kai: "done", Lani: "notified" });
    const unnotified = () =>
      database.as("admin", "select name from public.event_people($1) where is_unnotified", event);
    expect(await unnotified()).toEqual([]);
    expect(await undo(action)).toBe("undone");
    expect(await rows()).toEqual(before);
    expect(await unnotified()).toHaveLength(2);
  });

  it("is undone for an event without reservations too", async () => {
    await set("takes_reservations = false");
    const people = [await join("Noe"), await join("Kai")];
    const before = await rows();
    const action = await stage("told", people);
    await apply(action);
    expect((await rows()).map(({ notified_at }) => notified_at !== null)).toEqual([true, true]);
    expect(await undo(action)).toBe("undone");
    expect(await rows()).toEqual(before);
    const cleared = await stage("clear", [await join("Robot", { spam: true })]);
    await apply(cleared);
    await undo(cleared);
    expect((await rows()).map(({ suspected_spam }) => suspected_spam)).toEqual([false, false, true]);
  });

  it("leaves out whom an email is on its way to, and everyone if there is later news", async () => {
    await set("takes_reservations = false");
    const [noe, kai] = [await join("Noe"), await join("Kai")];
    await database.sql("insert into public.mails (purpose, person, occurrence) values ('event-news', $1, 7)", noe);
    const action = await stage("told", [noe, kai]);
    expect(await outcomes(action)).toEqual({ Noe: "on-its-way", Kai: "done" });
    await set("news_at = now() + interval '1 second'");
    expect(await outcomes(action)).toMatchObject({ Kai: "news" });
  });
});

describe("checking in several people", () => {
  it("needs a spot in the room, from two hours before the start, counts each whole party, and is undone", async () => {
    const [noe, kai, lani] = [await join("Noe", { party: 2 }), await join("Kai"), await join("Lani")];
    expect(await outcomes(await stage("check-in", [noe]))).toEqual({ Noe: "door" });
    await set("starts_at = now() + interval '1 hour'");
    const before = await rows();
    const action = await stage("check-in", [noe, kai, lani]);
    await apply(action);
    expect(await outcomes(action)).toEqual({ Noe: "done", Kai: "done", Lani: "no-spot" });
    expect(
      await database.sql(
        "select arrived, checked_in_by from public.reservations where checked_in_at is not null order by line",
      ),
    ).toEqual([
      { arrived: 2, checked_in_by: "an admin" },
      { arrived: 1, checked_in_by: "an admin" },
    ]);
    expect(await outcomes(await stage("check-in", [noe]))).toEqual({ Noe: "checked-in" });
    await undo(action);
    expect(await rows()).toEqual(before);
    await set("starts_at = now() - interval '3 days', ends_at = now() - interval '2 days'");
    expect(await outcomes(await stage("check-in", [noe]))).toEqual({ Noe: "door" });
  });
});

describe("suspected spam of several people", () => {
  it("goes to the end of the waitlist, without those whose address is there already, and back", async () => {
    const [robot, twin] = [await join("Robot", { spam: true }), await join("Twin", { spam: true })];
    await join("Kai");
    await database.sql(
      "insert into public.waitlist_entries (event_id, name, email, consent_version) values ($1, 'Twin', 'TWIN@example.test', '1')",
      event,
    );
    const before = await rows();
    const action = await stage("clear", [robot, twin]);
    await apply(action);
    expect(await outcomes(action)).toEqual({ Robot: "done", Twin: "duplicate" });
    expect(await states()).toMatchObject({ Robot: "waiting" });
    await undo(action);
    const withoutLine = (list: Row[]) =>
      list.map((row) => ({ ...row, reservation: { ...(row.reservation as Row), line: 0 } }));
    expect(withoutLine(await rows())).toEqual(withoutLine(before));
    const forwarded = await stage("clear", [robot]);
    await apply(forwarded, { forward: true });
    expect(await undo(forwarded), "it has left the site").toBe("too-late");
  });
});

describe("a bulk action", () => {
  it("knows only people of its event, at most 500, and disappears with them", async () => {
    const noe = await join("Noe");
    const other = await addEvent(database, "other");
    expect(await admin("stage_bulk_action($1, 'told', $2)", other, [noe])).toBeNull();
    await expect(stage("told", Array(501).fill(noe))).rejects.toMatchObject({ code: invalidParameter });
    const action = await stage("cancel", [noe]);
    await database.sql("delete from public.waitlist_entries where id = $1", noe);
    expect(await page(action)).toMatchObject({ people: null });
    expect(await apply(action)).toBe("applied");
    expect(await apply("00000000-0000-4000-8000-000000000000")).toBe("gone");
  });

  it.each(["stranger", "member", "worker"] as const)("is refused to a %s, and open to an editor", async (actor) => {
    const action = await stage("cancel", [await join("Noe")]);
    for (const call of ["apply_bulk_action($1, false, false)", "undo_bulk_action($1)", "bulk_action_page($1, false)"])
      await expect(database.call(actor, `public.${call}`, action)).rejects.toMatchObject({ code: denied });
    expect(await database.call("editor", "public.apply_bulk_action($1, false, false)", action)).toBe("applied");
  });

  it("does 500 people within the 3 s that a call may take", async () => {
    await set("attendee_limit = 500");
    await database.sql(
      `insert into public.waitlist_entries (event_id, name, email, consent_version)
       select $1, 'Guest ' || n, 'guest-' || n || '@example.test', '1' from generate_series(1, 5000) n`,
      event,
    );
    await database.sql(
      `insert into public.reservations (id, event_id, state, line)
       select w.id, w.event_id, 'waiting', row_number() over () from public.waitlist_entries w where w.event_id = $1`,
      event,
    );
    const ids = (await database.sql<{ id: string }>("select id from public.reservations order by line limit 500")).map(
      ({ id }) => id,
    );
    for (const verb of ["give", "cancel"]) {
      const action = await stage(verb, ids);
      const begun = performance.now();
      await page(action);
      await apply(action, { mails: verb === "cancel" });
      expect(performance.now() - begun, verb).toBeLessThan(3000);
      expect(Object.values(await outcomes(action)).filter((outcome) => outcome === "done")).toHaveLength(500);
    }
  });
});
