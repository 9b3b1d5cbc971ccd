import { beforeEach, describe, expect, it } from "vitest";
import { addEvent, denied, prepareDatabase, type Row } from "./prepared-database.ts";

const database = prepareDatabase();
let event: string;

interface Figures {
  sign_up: string;
  counts: Record<string, number>;
  attendance: Record<string, number>;
  next: { name: string } | null;
  troubles: { name: string; mail_state: string | null }[];
}

const set = (text: string) => database.sql(`update public.events set ${text} where id = $1`, event);
const join = async (
  name: string,
  { party = 1, key = null, confirmed = false }: Partial<Record<string, unknown>> = {},
) => {
  const email = `hosts-${name.toLowerCase().replace(/[^a-z]/g, "")}@example.test`;
  await database.call(
    "worker",
    "public.join_waitlist('luau', $1, $2, '1', false, false, $3, $4)",
    name,
    email,
    key,
    party,
  );
  const [row] = await database.sql<{ id: string }>(
    "update public.waitlist_entries set confirmed_at = case when $2 then now() end where email = $1 returning id",
    email,
    confirmed,
  );
  return row?.id as string;
};
const figures = () => database.call<Figures>("editor", "public.event_figures($1)", event);
const people = (condition = "true", order = "line") =>
  database.as<Row & { name: string }>(
    "editor",
    `select * from public.event_people($1) where not suspected_spam and ${condition} order by ${order}`,
    event,
  );
const names = async (condition?: string, order?: string) => (await people(condition, order)).map(({ name }) => name);
const stateOf = async (id: string) =>
  (
    await database.sql("select state, offer_ends_at is null as unlimited from public.reservations where id = $1", id)
  )[0];
const mailOf = (id: string, text: string) =>
  database.sql(`update public.mails set ${text} where purpose = 'reservation-offer' and person = $1`, id);

beforeEach(async () => {
  await database.addEditor();
  event = await addEvent(database, "luau");
  await set(
    "takes_reservations = true, attendee_limit = 3, party_limit = 4, date_precision = 'exact', starts_at = now() + interval '20 days'",
  );
});

describe("the people of an event, and its figures", () => {
  it("counts people, sorts by waitlist position or name, and searches names", async () => {
    const noe = await join("Noe", { party: 3 });
    await join("ʻAulani", { party: 2 });
    await join("Kai", { party: 1 });
    await database.sql("update public.reservations set party = 2 where id = $1", noe);
    await join("Robot");
    await database.sql("update public.waitlist_entries set suspected_spam = true where name = 'Robot'");
    await database.sql(
      "update public.reservations r set state = 'set-aside' from public.waitlist_entries w where w.id = r.id and w.name = 'Robot'",
    );
    expect(await figures()).toMatchObject({
      sign_up: "open",
      places: [{ attends: "room", spots: 3, free: 1, taken: 2, confirmed: 2, held: 0, offered: 0, waiting: 3 }],
      counts: { people: 3, unnotified: 0, spam: 1 },
      // A party of two does not fit and is skipped.
      next: { name: "Kai" },
    });
    expect((await people()).map(({ name, state, position }) => [name, state, position && Number(position)])).toEqual([
      ["Noe", "placed", null],
      ["ʻAulani", "waiting", 1],
      ["Kai", "waiting", 2],
    ]);
    expect(await names("true", "folded_name")).toEqual(["ʻAulani", "Kai", "Noe"]);
    expect(await names("search_text like '%aulani%'")).toEqual(["ʻAulani"]);
    expect(await names("search_text like '%nuts%'")).toEqual([]);
    expect(await names("state = 'waiting'")).toEqual(["ʻAulani", "Kai"]);
  });

  it("shows who was moved up and why, and who was not notified", async () => {
    await set("attendee_limit = 1");
    await join("Noe");
    const [, kai] = [await join("ʻAulani"), await join("Kai")];
    await database.call("editor", "public.move_up($1, 'Gives the first talk', false)", kai);
    const cancelled = await database.sql<{ id: string }>("select id from public.waitlist_entries where name = 'Noe'");
    await database.actOn("cancel", cancelled[0]?.id);
    expect(await figures()).toMatchObject({ counts: { moved_up: 1, unnotified: 1 }, next: { name: "Kai" } });
    expect((await people("name = 'Kai'"))[0]?.moves).toMatchObject([{ reason: "Gives the first talk" }]);
    expect(await names("is_unnotified")).toEqual(["Noe"]);
    expect(await names("state = 'canceled'")).toEqual(["Noe"]);
  });

  it("have no spots for an event without reservations, and are only for admins", async () => {
    await set("takes_reservations = false");
    await join("Noe");
    expect(await figures()).toMatchObject({ places: [], next: null, counts: { people: 1, unnotified: 1 } });
    expect(await people()).toMatchObject([{ name: "Noe", state: null, party: null, is_unnotified: true }]);
    expect(await database.as("member", "select * from public.event_people($1)", event)).toEqual([]);
    for (const actor of ["stranger", "member", "worker"] as const)
      await expect(database.call(actor, "public.event_figures($1)", event)).rejects.toMatchObject({ code: denied });
    for (const actor of ["stranger", "worker"] as const)
      await expect(database.as(actor, "select * from public.event_people($1)", event)).rejects.toMatchObject({
        code: denied,
      });
  });

  it("lists a page of 2,000 people without comparing each with all, before the planner knows how many there are", async () => {
    await database.sql(
      `with entry as (
         insert into public.waitlist_entries (event_id, name, email, consent_version)
           select $1, 'Kai', 'crowd-' || n || '@example.test', '1' from generate_series(1, 2000) n returning id
       )
       insert into public.reservations (id, event_id, state, line, asked_for)
         select id, $1, 'waiting', row_number() over (), current_date from entry`,
      event,
    );
    const plan = await database.as<{ "QUERY PLAN": string }>(
      "editor",
      "explain (analyze, costs off, timing off) select * from public.event_people($1) order by line limit 50",
      event,
    );
    const compared = plan.map((row) => Number(/Rows Removed by Join Filter: (\d+)/.exec(row["QUERY PLAN"])?.[1] ?? 0));
    expect(Math.max(...compared)).toBeLessThan(10_000);
    expect(Number((await people("true", "line desc limit 1"))[0]?.position)).toBe(2000);
  });

  it("can change the number of people of a reservation, as far as spots are free", async () => {
    const noe = await join("Noe");
    const kai = await join("Kai");
    const change = (id: string, party: number, mails = false) =>
      database.call("editor", "public.change_party_of($1, $2, $3)", id, party, mails);
    expect(await change(noe, 2)).toBe("changed");
    expect(await names("is_unnotified"), "no email told them").toEqual(["Noe"]);
    expect(await change(kai, 2), "3 spots").toBe("full");
    expect(await change(kai, 5), "4 for one reservation").toBe("too-many");
    expect((await figures()).counts).toMatchObject({ people: 2 });
    expect(await people("name = 'Kai'")).toMatchObject([{ party: 1, is_unnotified: false }]);
    await expect(database.call("member", "public.change_party_of($1, 1, false)", kai)).rejects.toMatchObject({
      code: denied,
    });
  });
});

describe("an offer whose email does not arrive", () => {
  let noe: string;
  const troubles = async () => (await figures()).troubles.map(({ name, mail_state }) => [name, mail_state]);
  const dashboard = async () => (await database.call<{ offers: object[] }>("admin", "public.dashboard()")).offers;

  beforeEach(async () => {
    await set("attendee_limit = 1");
    const first = await join("First", { key: "0".repeat(32), confirmed: true });
    noe = await join("Noe", { key: "1".repeat(32), confirmed: true });
    await join("Kai", { key: "2".repeat(32), confirmed: true });
    await database.actOn("cancel", first, { mails: true });
    expect(await stateOf(noe)).toEqual({ state: "offered", unlimited: true });
  });

  it("is not listed as trouble while the email is on its way or after it was accepted", async () => {
    expect(await troubles()).toEqual([]);
    await mailOf(noe, "state = 'claimed', claimed_until = now(), next_attempt_at = now()");
    expect(await troubles()).toEqual([]);
    await mailOf(noe, "state = 'accepted', claimed_until = null, next_attempt_at = null");
    expect(await stateOf(noe)).toEqual({ state: "offered", unlimited: false });
    expect(await troubles()).toEqual([]);
    expect(await dashboard()).toEqual([]);
  });

  it.each(["refused", "unknown", "dropped"])(
    "is listed for admins when the state of the email is %s",
    async (state) => {
      await mailOf(noe, `state = '${state}', next_attempt_at = null`);
      expect(await troubles()).toEqual([["Noe", state]]);
      expect(await dashboard()).toEqual([{ id: event, title: "An event", count: 1 }]);
    },
  );

  it("loses its deadline when the email bounces, until an admin says that the person was notified", async () => {
    await mailOf(noe, "state = 'accepted', next_attempt_at = null");
    await mailOf(noe, "state = 'bounced'");
    expect(await stateOf(noe)).toEqual({ state: "offered", unlimited: true });
    expect(await troubles()).toEqual([["Noe", "bounced"]]);
    expect(await database.call("editor", "public.settle_offer($1, true, true)", noe)).toBe("offered");
    expect(await stateOf(noe)).toEqual({ state: "offered", unlimited: false });
    expect(await troubles()).toEqual([]);
  });

  it("passes to the next person on the waitlist when an admin ends it", async () => {
    await mailOf(noe, "state = 'refused', next_attempt_at = null");
    expect(await database.call("editor", "public.settle_offer($1, false, true)", noe)).toBe("lapsed");
    expect(await names("state = 'offered'")).toEqual(["Kai"]);
  });
});

describe("recipients of event news", () => {
  const queued = async (kind: string) =>
    (
      await database.sql<{ name: string }>(
        'select w.name from private.recipients_of_news($1, $2) o (id) join public.waitlist_entries w using (id) order by w.name collate "C"',
        kind,
        event,
      )
    ).map(({ name }) => name);
  const over = async () => {
    await database.sql("alter table public.events disable trigger user");
    await set("starts_at = now() - interval '5 hours', recap = 'It was good.'");
    await database.sql("alter table public.events enable trigger user");
    await database.sql(
      "update public.waitlist_entries set created_at = now() - interval '9 days' where event_id = $1",
      event,
    );
  };

  beforeEach(async () => {
    await set("attendee_limit = 2");
    for (const name of ["Noe", "ʻAulani", "Kai"]) await join(name);
  });

  it("a reminder is sent to people with a spot", async () => {
    expect(await queued("reminder")).toEqual(["Noe", "ʻAulani"]);
    await set("takes_reservations = true, attendee_limit = 5");
    expect(await queued("reminder"), "more spots alone give nobody one").toEqual(["Noe", "ʻAulani"]);
  });

  it("a reminder is not sent to people whose spot is held until they confirm", async () => {
    await database.sql(
      "update public.reservations r set hold_until = now() + interval '1 hour' from public.waitlist_entries w where w.id = r.id and w.name = 'Noe'",
    );
    expect(await queued("reminder")).toEqual(["ʻAulani"]);
  });

  it("a queued reminder has no content for a person who has lost the spot", async () => {
    const [campaign] = await database.sql<{ id: number }>(
      "insert into public.campaigns (event_id, kind, starts_at, started_at) select id, 'reminder', starts_at, now() from public.events where id = $1 returning id",
      event,
    );
    const [noe] = await database.sql<{ id: string }>("select id from public.waitlist_entries where name = 'Noe'");
    const own = "private.campaigns_mail_content('event-news', $1, $2)";
    const [letter] = await database.sql(`select ${own} -> 'reservation' as own`, noe?.id, campaign?.id);
    const spot = { state: "placed", attends: "room", is_asked: false };
    expect(letter?.own).toEqual({ ...spot, code: expect.stringMatching(/^[A-Z]{8}$/) });
    const content = () => database.sql(`select ${own} is null as gone`, noe?.id, campaign?.id);
    expect(await content()).toEqual([{ gone: false }]);
    await database.actOn("cancel", noe?.id);
    expect(await content()).toEqual([{ gone: true }]);
  });

  it("once the event is over, nobody is left to notify of what changed before it", async () => {
    const unnotified = () =>
      database.as("admin", "select name from public.event_people($1) where is_unnotified", event);
    await set("place = 'Another room'");
    expect(await unnotified()).toHaveLength(3);
    await over();
    await set("ends_at = now() - interval '4 hours'");
    expect(await unnotified()).toEqual([]);
    await set("status = 'postponed'");
    expect(await unnotified()).toHaveLength(3);
  });

  it("a recap is sent to those who came, or to everyone with a spot if nobody was checked in", async () => {
    await over();
    expect(await queued("recap")).toEqual(["Noe", "ʻAulani"]);
    await database.sql(
      "update public.reservations r set arrived = 1, checked_in_at = now(), checked_in_by = 'Leilani' from public.waitlist_entries w where w.id = r.id and w.name = 'Noe'",
    );
    expect(await queued("recap")).toEqual(["Noe"]);
    await database.sql("update public.reservations set arrived = null, checked_in_at = null, checked_in_by = null");
    await database.sql("alter table public.events disable trigger user");
    await set("takes_reservations = false");
    expect(await queued("recap"), "a list of who is interested").toEqual(["Kai", "Noe", "ʻAulani"]);
    await database.sql("update public.waitlist_entries set quiet_at = now() where name = 'Noe'");
    expect(await queued("recap"), "who wants no more emails of the organizers").toEqual(["Kai", "ʻAulani"]);
  });

  it("attendance is counted for admins, including walk-ins of only this edition", async () => {
    await database.sql(
      "insert into public.walk_ins (id, event_id, people, helper, created_at) values (gen_random_uuid(), $1, 7, 'Leilani', now() - interval '1 year')",
      event,
    );
    await over();
    await database.sql(
      "insert into public.walk_ins (id, event_id, people, helper, created_at) values (gen_random_uuid(), $1, 3, 'Leilani', now() - interval '4 hours')",
      event,
    );
    await database.sql(
      "update public.reservations r set arrived = 1, checked_in_at = now(), checked_in_by = 'Leilani' from public.waitlist_entries w where w.id = r.id and w.name = 'Noe'",
    );
    expect((await figures()).attendance).toEqual({ expected: 2, came: 1, left: 1, walked_in: 3 });
    expect(await names("checked_in_at is not null")).toEqual(["Noe"]);
    expect(await names("state = 'placed' and attends = 'room' and checked_in_at is null")).toEqual(["ʻAulani"]);
    const of = async (days: number | null) =>
      (await database.call<{ attendance: Row[] }>("editor", "public.analytics($1)", days)).attendance;
    await set("ends_at = now() + interval '1 hour'");
    expect(await of(7), "an event that is not over").toEqual([]);
    await set("ends_at = now() - interval '3 hours'");
    expect(await of(7)).toMatchObject([{ id: event, spots: 2, expected: 2, came: 1, walked_in: 3 }]);
    expect(await of(null)).toHaveLength(1);
    await database.sql("delete from public.waitlist_entries where event_id = $1", event);
    expect(await of(7), "without reservations nothing can be counted").toEqual([]);
  });
});

describe("the next edition", () => {
  const copy = (key: string) =>
    database.call<{ outcome: string; id: string }>(
      "editor",
      "public.copy_event($1, $2, now() + interval '60 days', null)",
      event,
      key,
    );

  it("is a draft with its own key, and takes later sign-ups onto its waitlist once it is published", async () => {
    await join("Noe");
    await set("starts_at = now() - interval '2 days', sign_up_closes_at = now() - interval '3 days'");
    await join("Later");
    const copied = await copy("luau-2");
    expect(copied).toMatchObject({ outcome: "copied" });
    const [next] = await database.sql(
      "select key, is_published, takes_reservations, attendee_limit, sign_up_closes_at = now() + interval '59 days' as moved_along from public.events where id = $1",
      copied.id,
    );
    expect(next).toEqual({
      key: "luau-2",
      is_published: false,
      takes_reservations: true,
      attendee_limit: 3,
      moved_along: true,
    });
    const moved = async () => {
      await database.call("worker", "public.make_editions()");
      return names("state is not null");
    };
    expect(await moved(), "nobody goes to a draft").toEqual(["Noe"]);
    expect(await people("state is not null")).toHaveLength(1);
    await database.sql("update public.events set is_published = true where id = $1", copied.id);
    expect(await moved()).toEqual(["Noe"]);
    event = copied.id;
    expect(await people()).toMatchObject([{ name: "Later", state: "waiting" }]);
    expect(await copy("luau")).toEqual({ outcome: "key-taken" });
  });
});
