import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { checkViolation, denied, prepareDatabase, type Row, uniqueViolation } from "./prepared-database.ts";

const database = prepareDatabase({ alone: true });
const day = 86_400_000;

const datesOf = async (...rule: unknown[]) => {
  const [row] = await database.sql<{ days: string[] }>(
    "select public.series_dates($1, $2, $3, $4, $5, $6, $7, $8, $9)::text[] as days",
    ...rule,
  );
  return row?.days ?? [];
};

describe("the dates of a rule", () => {
  it.each([
    [
      "every week",
      ["weeks", 4, 1, null, "2027-01-01", null, [], "2027-01-01", 3],
      ["2027-01-07", "2027-01-14", "2027-01-21"],
    ],
    [
      "every two weeks, counted from the first",
      ["weeks", 5, 2, null, "2027-01-01", null, [], "2027-01-09", 2],
      ["2027-01-15", "2027-01-29"],
    ],
    [
      "the first of a month",
      ["month", 4, null, 1, "2027-01-08", null, [], "2027-01-01", 2],
      ["2027-02-04", "2027-03-04"],
    ],
    [
      "the last, the fifth where there is one",
      ["month", 5, null, -1, "2027-01-01", null, [], "2027-01-01", 3],
      ["2027-01-29", "2027-02-26", "2027-03-26"],
    ],
    [
      "until a day, and not after it",
      ["month", 1, null, 2, "2027-01-01", "2027-02-08", [], "2027-01-01", 5],
      ["2027-01-11", "2027-02-08"],
    ],
    [
      "without those left out",
      ["weeks", 1, 1, null, "2027-01-01", null, ["2027-01-04", "2027-01-18"], "2027-01-01", 2],
      ["2027-01-11", "2027-01-25"],
    ],
    ["none without a rule", [null, null, null, null, null, null, [], "2027-01-01", 5], []],
    ["none in a year of five digits", ["month", 1, null, 1, "9998-12-31", null, [], "9998-12-31", 5], []],
  ])("are %s", async (_what, rule, days) => {
    expect(await datesOf(...rule)).toEqual(days);
  });

  /** Returns the dates of a rule by checking each day in turn. */
  function slowly(rule: Rule, from: number, count: number): string[] {
    const isoDay = (at: number) => new Date(at).toISOString().slice(0, 10);
    const weekday = (at: number) => new Date(at).getUTCDay() || 7;
    let first = rule.first;
    while (weekday(first) !== rule.weekday) first += day;
    const found: string[] = [];
    for (
      let at = Math.max(from, rule.first);
      found.length < count && at <= (rule.last ?? Number.POSITIVE_INFINITY);
      at += day
    ) {
      const date = new Date(at);
      const isLast = new Date(at + 7 * day).getUTCMonth() !== date.getUTCMonth();
      const isOfRule = rule.week
        ? rule.week === -1
          ? isLast
          : Math.ceil(date.getUTCDate() / 7) === rule.week
        : at >= first && ((at - first) / day) % (7 * (rule.weeks ?? 1)) === 0;
      if (weekday(at) === rule.weekday && isOfRule && !rule.leftOut.includes(isoDay(at))) found.push(isoDay(at));
    }
    return found;
  }
  interface Rule {
    weekday: number;
    weeks?: number;
    week?: number;
    first: number;
    last?: number;
    leftOut: string[];
  }

  it("equal those found by checking each day", async () => {
    const start = Date.parse("2027-01-01T00:00:00Z");
    const kind = fc.oneof(
      fc.record({ weeks: fc.integer({ min: 1, max: 52 }) }),
      fc.record({ week: fc.constantFrom(1, 2, 3, 4, -1) }),
    );
    const numbers = fc.record({
      kind,
      weekday: fc.integer({ min: 1, max: 7 }),
      first: fc.integer({ min: 0, max: 800 }),
      from: fc.integer({ min: 0, max: 1600 }),
      length: fc.option(fc.integer({ min: 0, max: 1600 })),
      skipped: fc.array(fc.integer({ min: 0, max: 8 }), { maxLength: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(numbers, async ({ kind: kinds, weekday, first, from, length, skipped }) => {
        const plain: Rule = { weekday, ...kinds, first: start + first * day, leftOut: [] };
        const begin = start + from * day;
        const all = slowly(plain, begin, 9);
        const last = length === null ? undefined : plain.first + length * day;
        const rule = { ...plain, last, leftOut: skipped.flatMap((at) => all[at] ?? []) };
        const iso = (at?: number) => (at === undefined ? null : new Date(at).toISOString().slice(0, 10));
        const answer = await datesOf(
          rule.week ? "month" : "weeks",
          weekday,
          rule.weeks ?? null,
          rule.week ?? null,
          iso(rule.first),
          iso(rule.last),
          rule.leftOut,
          iso(begin),
          6,
        );
        expect(answer).toEqual(slowly(rule, begin, 6));
      }),
      { numRuns: 150 },
    );
  });
});

const add = async (fields: Row) => {
  const names = Object.keys(fields);
  const [row] = await database.as<{ id: string }>(
    "admin",
    `insert into public.series (${names.join(", ")}) values (${names.map((_name, at) => `$${at + 1}`).join(", ")}) returning id`,
    ...Object.values(fields),
  );
  return row?.id as string;
};
const weekly = { frequency: "weeks", weekday: 4, every_weeks: 1, first_day: "2027-01-01" };

describe("a series", () => {
  it.each(["study EVENINGS", "Study-Evenings!", "  Study  Évenings", "Stūdyʻ evenings"])(
    "has a name that is unique regardless of case, spaces and marks: %s",
    async (name) => {
      await add({ key: "study-evenings", name: "Study Evenings" });
      await expect(add({ key: "another", name })).rejects.toMatchObject({
        code: uniqueViolation,
        constraint: "one_series_of_a_name",
      });
    },
  );

  it("can have a name in another script, or with only punctuation", async () => {
    await add({ key: "one", name: "学習の夕べ" });
    await add({ key: "two", name: "!!!" });
    await add({ key: "three", name: "???" });
  });

  it.each([
    ["a_rule_has_a_date", { ...weekly, last_day: "2027-01-06" }],
    ["a_rule_has_a_date", { ...weekly, last_day: "2027-01-07", left_out: ["2027-01-07"] }],
    ["every_weeks_is_1_to_52", { ...weekly, every_weeks: 400 }],
    ["a_rule_has_a_date", { ...weekly, first_day: "10000-01-01" }],
    ["a_rule_has_a_date", { ...weekly, weekday: null }],
    ["a_rule_is_whole", { last_day: "2027-01-01" }],
    ["editions_ahead_are_1_to_12", { editions_ahead: 13 }],
  ])("is refused by %s", async (constraint, rule) => {
    await expect(add({ key: "a-series", name: "A series", ...rule })).rejects.toMatchObject({
      code: checkViolation,
      constraint,
    });
  });

  it("can be read by visitors once it has a published edition, but listed and changed only by admins", async () => {
    const series = await add({ key: "a-series", name: "A series" });
    const seen = () => database.as("stranger", "select key, name, about from public.series");
    await database.sql(
      "insert into public.events (key, title, place, summary, series_id) values ('one', 'One', 'Hilo', 'It is one.', $1)",
      series,
    );
    expect(await seen()).toEqual([]);
    await database.sql("update public.events set is_published = true where key = 'one'");
    expect(await seen()).toEqual([{ key: "a-series", name: "A series", about: "" }]);
    await expect(database.as("stranger", "select publishes from public.series")).rejects.toMatchObject({
      code: denied,
    });
    await expect(database.call("member", "public.list_series()")).rejects.toMatchObject({ code: denied });
    expect(await database.as("member", "update public.series set name = 'Mine' returning id")).toEqual([]);
  });
});

/** Not on the weekday of the rules below: a template on one of their dates is that edition. */
const soon = `now() + interval '1 day' * case
  when extract(isodow from (now() + interval '1 day') at time zone 'Pacific/Honolulu') = 4 then 2 else 1 end`;
const template = async (more = "") => {
  const [row] = await database.sql<{ id: string }>(
    `insert into public.events (key, title, place, summary, starts_at, ends_at, date_precision, takes_reservations, attendee_limit, sign_up_opens_at${more && ", is_published"})
     values ('evening', 'An evening', 'Hilo', 'It is one.', ${soon}, ${soon} + interval '2 hours', 'exact', true, 20, ${soon} - interval '4 days'${more}) returning id`,
  );
  return row?.id as string;
};
const make = () => database.call<number>("worker", "public.make_editions()");
const plan = async (id: string) => {
  const [series] = await database.call<{ plan: { day: string; state: string; event_id: string | null }[] }[]>(
    "admin",
    "public.list_series($1)",
    id,
  );
  return series?.plan ?? [];
};
const states = async (id: string, count = 3) => (await plan(id)).slice(0, count).map(({ state }) => state);

describe("the editions of a series", () => {
  it("are made ahead, each once, as copies whose sign-up times move along", async () => {
    const event = await template();
    const series = await add({
      ...weekly,
      first_day: "2020-01-01",
      key: "evenings",
      name: "Evenings",
      template_id: event,
      editions_ahead: 3,
      publishes: true,
    });
    expect(await states(series, 4)).toEqual(["due", "due", "due", "later"]);
    expect([await make(), await make()]).toEqual([3, 0]);
    expect(await states(series, 4)).toEqual(["made", "made", "made", "later"]);
    const editions = await database.sql(
      `select e.key = 'evenings-' || (e.starts_at at time zone 'Pacific/Honolulu')::date as named, e.is_published, e.attendee_limit,
         e.ends_at - e.starts_at as lasts, e.starts_at - e.sign_up_opens_at as opens, extract(isodow from e.starts_at at time zone 'Pacific/Honolulu')::int as weekday,
         e.starts_at > now() as is_ahead
       from public.events e where e.series_id = $1`,
      series,
    );
    const expected = {
      named: true,
      is_published: true,
      attendee_limit: 20,
      lasts: "02:00:00",
      opens: "4 days",
      weekday: 4,
      is_ahead: true,
    };
    expect(editions).toEqual([expected, expected, expected]);
  });

  it("are not made if their key is taken or there is no template, and the list says so", async () => {
    const event = await template();
    const series = await add({
      ...weekly,
      first_day: "2020-01-01",
      key: "evenings",
      name: "Evenings",
      template_id: event,
    });
    const [{ day: next } = { day: "" }] = await plan(series);
    await database.sql(
      "insert into public.events (key, title, place, summary) values ($1, 'Other', 'Hilo', 'It is another.')",
      `evenings-${next}`,
    );
    expect(await make()).toBe(2);
    expect(await states(series)).toEqual(["key-taken", "made", "made"]);
    // Once that event belongs to the series on that day, it is the edition.
    await database.sql(
      "update public.events set series_id = $2, starts_at = ($3 || ' 18:00-10')::timestamptz, date_precision = 'exact' where key = $1",
      `evenings-${next}`,
      series,
      next,
    );
    expect([await make(), await states(series)]).toEqual([0, ["made", "made", "made"]]);
    await database.sql("delete from public.events where id = $1", event);
    await database.sql("delete from private.occurrences");
    await database.sql("update public.events set series_id = null");
    expect([await make(), await states(series)]).toEqual([0, ["no-template", "no-template", "no-template"]]);
  });

  it("cause an error if anything but their key is taken", async () => {
    await add({
      ...weekly,
      first_day: "2020-01-01",
      key: "evenings",
      name: "Evenings",
      template_id: await template(),
    });
    await database.sql("create unique index one_place on public.events (place) where key like 'evenings-%'");
    await expect(make()).rejects.toMatchObject({ code: uniqueViolation, constraint: "one_place" });
  });

  it("are kept when their series is deleted", async () => {
    const series = await add({
      ...weekly,
      first_day: "2020-01-01",
      key: "evenings",
      name: "Evenings",
      template_id: await template(),
    });
    await make();
    await database.as("admin", "delete from public.series where id = $1", series);
    expect(await database.sql("select count(*)::int as left from public.events where key like 'evenings-%'")).toEqual([
      { left: 3 },
    ]);
    expect(await make()).toBe(0);
  });
});

describe("a monthly series, as time passes", () => {
  /** Sets the clock. The tables are committed, because `now()` is the time at which a transaction begins. */
  const goOn = async (to: string) => {
    await database.sql("commit");
    const at = Date.parse(to);
    vi.spyOn(Date, "now").mockImplementation(() => at);
    await database.sql("begin");
    await database.signIn();
  };
  beforeEach(() => goOn("2027-01-02T00:00:00-10:00"));
  afterEach(async () => {
    await database.sql("delete from public.events where key like 'monthly%'");
    await database.sql("delete from public.series");
    await database.sql("commit");
    vi.restoreAllMocks();
    await database.signIn();
    await database.sql("begin");
  });

  it("makes each date once, even if it was moved, canceled or deleted, and none that is left out", async () => {
    await database.sql(
      `insert into public.events (key, title, place, summary, starts_at, ends_at, date_precision, is_published)
       values ('monthly', 'A monthly evening', 'Hilo', 'It is one.', '2027-01-07 18:00-10', '2027-01-07 20:00-10', 'exact', true)`,
    );
    const [{ id: event } = { id: "" }] = await database.sql<{ id: string }>(
      "select id from public.events where key = 'monthly'",
    );
    const series = await add({
      ...{
        key: "monthly",
        name: "Monthly evenings",
        template_id: event,
        frequency: "month",
        weekday: 4,
        week_of_month: 1,
        first_day: "2027-01-01",
      },
      ...{ left_out: ["2027-03-04"], editions_ahead: 3, publishes: true },
    });
    const days = async () =>
      (
        await database.sql<{ day: string }>(
          "select (starts_at at time zone 'Pacific/Honolulu')::date::text as day from public.events where series_id = $1 order by starts_at",
          series,
        )
      ).map((row) => row.day);
    // The template is the edition of its own day.
    expect([await make(), await days()]).toEqual([2, ["2027-01-07", "2027-02-04", "2027-04-01"]]);
    await database.sql(
      "update public.events set starts_at = starts_at + interval '1 day', ends_at = ends_at + interval '1 day' where key = 'monthly-2027-02-04'",
    );
    await database.sql("delete from public.events where key = 'monthly-2027-04-01'");
    expect([await make(), await states(series)]).toEqual([0, ["made", "made", "deleted"]]);

    await goOn("2027-01-07T20:01:00-10:00");
    expect([await make(), await days()]).toEqual([1, ["2027-01-07", "2027-02-05", "2027-05-06"]]);
    await database.sql("update public.events set status = 'cancelled' where key = 'monthly-2027-05-06'");

    // Cron did not run for months: nothing is made for past days.
    await goOn("2027-06-03T18:00:00-10:00");
    expect([await make(), await days()]).toEqual([
      3,
      ["2027-01-07", "2027-02-05", "2027-05-06", "2027-07-01", "2027-08-05", "2027-09-02"],
    ]);
    expect(await make()).toBe(0);
  });
});

describe("people who are waiting for the next edition", () => {
  let last: string;
  let series: string;
  beforeEach(async () => {
    last = await template(", true");
    series = await add({ key: "evenings", name: "Evenings" });
    await database.sql(
      "update public.events set series_id = $1, starts_at = now() - interval '3 days', ends_at = now() - interval '2 days' where id = $2",
      series,
      last,
    );
  });
  const join = (event: string, name: string, daysAgo: number) =>
    database.sql(
      `insert into public.waitlist_entries (event_id, name, email, consent_version, created_at)
       values ($1, $2, $2 || '@example.org', '1', now() - $3::int * interval '1 day')`,
      event,
      name,
      daysAgo,
    );
  const edition = async (name: string, inDays: number, published = true) => {
    const [row] = await database.sql<{ id: string }>(
      `insert into public.events (key, title, place, summary, starts_at, date_precision, takes_reservations, attendee_limit, is_published, series_id)
       values ($1, 'Next', 'Hilo', 'It is one.', now() + $2::int * interval '1 day', 'exact', true, 5, $3, $4) returning id`,
      name,
      inDays,
      published,
      series,
    );
    return row?.id as string;
  };
  const on = async (event: string) =>
    (
      await database.sql<{ name: string }>(
        "select w.name from public.waitlist_entries w where w.event_id = $1 order by w.created_at",
        event,
      )
    ).map(({ name }) => name);

  it("move to the waitlist of the first published edition, while those of the last edition stay with it", async () => {
    const draft = await edition("draft", 5, false);
    const later = await edition("later", 30);
    const first = await edition("first", 10);
    await join(last, "Came", 4);
    await join(last, "Waits", 1);
    await make();
    expect([await on(last), await on(draft), await on(first), await on(later)]).toEqual([["Came"], [], ["Waits"], []]);
    expect(await database.sql("select state from public.reservations where event_id = $1", first)).toEqual([
      { state: "waiting" },
    ]);
    // They move only once: an earlier edition that is published afterward gets nobody.
    await database.sql("update public.events set is_published = true where id = $1", draft);
    await make();
    expect([await on(draft), await on(first)]).toEqual([[], ["Waits"]]);
  });

  it("move to an edition that was made before the last one was over, but not if they already joined it", async () => {
    const next = await edition("next", 10);
    await join(next, "There", 5);
    await join(last, "There", 1);
    await join(last, "Waits", 1);
    await make();
    expect([await on(last), await on(next)]).toEqual([["There"], ["There", "Waits"]]);
    // A person who joined the next edition directly does not move to another one.
    await edition("later", 30);
    await database.sql(
      "update public.events set starts_at = now() - interval '5 hours', over_at = default where id = $1",
      next,
    );
    await make();
    expect([await on(last), await on(next)]).toEqual([["There"], ["There", "Waits"]]);
  });

  it("stay while no edition is published, or only a canceled one", async () => {
    await join(last, "Waits", 1);
    await edition("draft", 5, false);
    const off = await edition("off", 6);
    await database.sql("update public.events set status = 'cancelled' where id = $1", off);
    await make();
    expect(await on(last)).toEqual(["Waits"]);
  });
});

describe("a change of this and all later editions", () => {
  let series: string;
  let ids: string[];
  beforeEach(async () => {
    const event = await template();
    series = await add({
      ...weekly,
      first_day: "2020-01-01",
      key: "evenings",
      name: "Evenings",
      template_id: event,
      editions_ahead: 4,
      publishes: true,
    });
    await make();
    ids = (await plan(series)).slice(0, 4).flatMap(({ event_id }) => event_id ?? []);
  });
  const change = async (fields: Row, { event = ids[0], asked = [] as string[], chosen = [] as string[] } = {}) => {
    const [row] = await database.sql<{ version: string }>(
      "select updated_at::text as version from public.events where id = $1",
      event,
    );
    return database.call<{ outcome: string; changed?: number; editions?: { id: string; people: number }[] }>(
      "admin",
      "public.change_editions($1, $2, $3, $4, $5)",
      event,
      row?.version,
      JSON.stringify(fields),
      asked,
      chosen,
    );
  };
  const places = async () =>
    (
      await database.sql<{ place: string }>(
        "select place from public.events where series_id = $1 order by starts_at",
        series,
      )
    ).map(({ place }) => place);
  const goOn = async () => {
    await database.sql("update public.series set editions_ahead = editions_ahead + 1 where id = $1", series);
    await make();
  };

  it("applies to the later ones that are unedited, and to future ones", async () => {
    expect(await change({ place: "Kona" }, { event: ids[1] })).toEqual({ outcome: "saved", changed: 2 });
    expect(await places()).toEqual(["Hilo", "Kona", "Kona", "Kona"]);
    await goOn();
    expect(await places()).toEqual(["Hilo", "Kona", "Kona", "Kona", "Kona"]);
  });

  it("does not include edits of the template event until the series takes them over", async () => {
    await database.sql("update public.events set place = 'Kona', takes_reservations = false where key = 'evening'");
    await goOn();
    expect(await places()).toEqual(["Hilo", "Hilo", "Hilo", "Hilo", "Hilo"]);
    await database.as("admin", "update public.series set template_at = now() where id = $1", series);
    await goOn();
    expect(await places()).toEqual(["Hilo", "Hilo", "Hilo", "Hilo", "Hilo", "Kona"]);
  });

  it("changes hours and sign-up times, and keeps the days", async () => {
    const seen = () =>
      database.sql<{ day: string; hour: string; lasts: string; opens: string }>(
        `select (starts_at at time zone 'Pacific/Honolulu')::date::text as day, (starts_at at time zone 'Pacific/Honolulu')::time::text as hour,
           (ends_at - starts_at)::text as lasts, (starts_at - sign_up_opens_at)::text as opens from public.events where series_id = $1 order by starts_at`,
        series,
      );
    const before = await seen();
    // Otherwise there would be one more today, on a Thursday before the new hour.
    await database.sql("update public.series set first_day = $1 where id = $2", before[0]?.day, series);
    const start = `${before[0]?.day}T19:30:00-10:00`;
    const moved = (days: number) => new Date(Date.parse(start) + days * day).toISOString();
    const answer = await change({
      starts_at: moved(1),
      ends_at: new Date(Date.parse(moved(1)) + 3_600_000).toISOString(),
      sign_up_opens_at: moved(-1),
    });
    expect(answer).toEqual({ outcome: "saved", changed: 3 });
    await goOn();
    const after = await seen();
    expect(after.slice(1, 4).map((each) => each.day)).toEqual(before.slice(1).map((each) => each.day));
    expect(after).toEqual(
      after.map((each) => ({ day: each.day, hour: "19:30:00", lasts: "01:00:00", opens: "2 days" })),
    );
    expect(new Set(after.map((each) => each.day)).size).toBe(5);
    // Moving only this edition to another day changes no other.
    expect(
      await change({ starts_at: moved(2), ends_at: new Date(Date.parse(moved(2)) + 3_600_000).toISOString() }),
    ).toEqual({ outcome: "saved", changed: 0 });
  });

  it("asks about those that were edited, moved or have sign-ups, and changes those that are chosen", async () => {
    const [, edited = "", moved = "", signedUp = ""] = ids;
    await database.sql("update public.events set title = 'A special evening' where id = $1", edited);
    await database.sql(
      "update public.events set starts_at = starts_at + interval '1 day', ends_at = ends_at + interval '1 day' where id = $1",
      moved,
    );
    await database.sql(
      "insert into public.waitlist_entries (event_id, name, email, consent_version) values ($1, 'A', 'a@example.org', '1')",
      signedUp,
    );
    const asks = await change({ place: "Kona" });
    expect(asks.outcome).toBe("asks");
    expect(asks.editions).toMatchObject([
      { id: edited, is_edited: true, people: 0 },
      { id: moved, is_edited: true, people: 0 },
      { id: signedUp, is_edited: false, people: 1 },
    ]);
    expect(await places()).toEqual(["Hilo", "Hilo", "Hilo", "Hilo"]);
    // An edition that was not shown when the others were chosen is asked about.
    expect((await change({ place: "Kona" }, { asked: [edited, moved], chosen: [edited] })).outcome).toBe("asks");
    const asked = [edited, moved, signedUp];
    expect(await change({ place: "Kona" }, { asked, chosen: [edited] })).toEqual({ outcome: "saved", changed: 1 });
    expect(await places()).toEqual(["Kona", "Kona", "Hilo", "Hilo"]);
    expect(await database.sql("select title from public.events where id = $1", edited)).toEqual([
      { title: "A special evening" },
    ]);
  });

  it("is refused as a whole if a later one has given spots, or if its own times do not fit", async () => {
    const [, later = ""] = ids;
    await database.sql(
      "update public.events set sign_up_closes_at = starts_at - interval '10 days', sign_up_opens_at = null where id = $1",
      later,
    );
    const [first] = await database.sql<{ opens: string }>(
      "select (starts_at - interval '9 days')::text as opens from public.events where id = $1",
      ids[0],
    );
    const choice = { asked: [later], chosen: [later] };
    expect(await change({ sign_up_opens_at: first?.opens, place: "Kona" }, choice)).toMatchObject({
      outcome: "does-not-fit",
      title: "An evening",
    });
    await database.sql(
      `with entry as (insert into public.waitlist_entries (event_id, name, email, consent_version) values ($1, 'A', 'a@example.org', '1') returning id)
       insert into public.reservations (id, event_id, state, party, line) select id, $1, 'placed', 1, 1 from entry on conflict (id) do update set state = 'placed'`,
      later,
    );
    expect((await change({ takes_reservations: false }, choice)).outcome).toBe("spots-given");
    expect(await places()).toEqual(["Hilo", "Hilo", "Hilo", "Hilo"]);
  });

  it("is only for admins, for the version that they saw, and for an event of the series", async () => {
    const call = (version: string, fields = "{}") =>
      database.call<{ outcome: string }>(
        "admin",
        "public.change_editions($1, $2, $3, '{}', '{}')",
        ids[0],
        version,
        fields,
      );
    expect(await call("2020-01-01T00:00:00Z")).toEqual({ outcome: "changed" });
    expect(await change({ series_id: null })).toEqual({ outcome: "other-series" });
    expect(await change({}, { event: crypto.randomUUID() })).toEqual({ outcome: "not-found" });
    await expect(
      database.call("member", "public.change_editions($1, now(), '{}', '{}', '{}')", ids[0]),
    ).rejects.toMatchObject({ code: denied });
  });

  it("compares with the event itself if there is no template", async () => {
    await database.sql("update public.series set template_id = null where id = $1", series);
    await database.sql("update public.events set title = 'Another' where id = $1", ids[2]);
    expect((await change({ place: "Kona" })).editions).toMatchObject([{ id: ids[2] }]);
    expect(await change({ place: "Kona" }, { asked: [ids[2] ?? ""] })).toEqual({ outcome: "saved", changed: 2 });
  });
});
