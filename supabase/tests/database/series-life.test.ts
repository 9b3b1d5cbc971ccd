import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { prepareDatabase } from "./prepared-database.ts";

// Runs a series through random steps of admins, cron, people and the clock, and compares it with a model that knows
// nothing of SQL.
const database = prepareDatabase({ alone: true });

const minute = 60_000; // ms
const hour = 60 * minute;
const day = 24 * hour;
/** The UTC offset of Honolulu, which has no daylight saving time. */
const offset = -10 * hour;
/** A Thursday, during an edition that would begin at 6:00 PM. */
const start = Date.parse("2026-12-31T18:30:00-10:00");

const isoDay = (at: number) => new Date(at + offset).toISOString().slice(0, 10);
/** 6:00 PM of a day. */
const evening = (iso: string) => Date.parse(`${iso}T18:00:00-10:00`);
const weekdayOf = (iso: string) => new Date(iso).getUTCDay() || 7;
const daysAfter = (iso: string, count: number) => new Date(Date.parse(iso) + count * day).toISOString().slice(0, 10);

interface Rule {
  weekday: number;
  weeks: number | null;
  /** first to fourth, or -1 for the last one of a month */
  week: number | null;
  first: string;
  last: string | null;
  leftOut: string[];
}

/** Returns the dates of a rule by checking each day in turn. */
function datesOf(rule: Rule, from: string, count: number): string[] {
  let firstDate = rule.first;
  while (weekdayOf(firstDate) !== rule.weekday) firstDate = daysAfter(firstDate, 1);
  const isOfRule = (iso: string) => {
    if (weekdayOf(iso) !== rule.weekday || iso < rule.first || rule.leftOut.includes(iso)) return false;
    const weeks = (Date.parse(iso) - Date.parse(firstDate)) / (7 * day);
    if (rule.weeks) return weeks >= 0 && weeks % rule.weeks === 0;
    return rule.week === -1
      ? daysAfter(iso, 7).slice(0, 7) !== iso.slice(0, 7)
      : Math.ceil(Number(iso.slice(8)) / 7) === rule.week;
  };
  const found: string[] = [];
  for (let iso = from; found.length < count && iso <= (rule.last ?? "2040"); iso = daysAfter(iso, 1)) {
    if (isOfRule(iso)) found.push(iso);
  }
  return found;
}

interface Edition {
  startsAt: number;
  status: "scheduled" | "cancelled";
  isPublished: boolean;
}

interface Entry {
  who: number;
  on: string;
  joinedAt: number;
  moves: number;
}

const overAt = ({ startsAt }: Edition) => startsAt + 2 * hour;

/** Implements the rules in memory. */
class Model {
  now = start;
  rule: Rule = { weekday: 4, weeks: 1, week: null, first: "2026-12-20", last: null, leftOut: [] };
  ahead = 3;
  publishes = true;
  name = "Life";
  readonly editions = new Map<string, Edition>();
  /** day of the rule → the edition that it had; null once that is deleted */
  readonly occurrences = new Map<string, string | null>();
  entries: Entry[] = [];
  steps = 0;

  /** The edition that began last. */
  get last(): string | undefined {
    const begun = [...this.editions].filter(([, { startsAt }]) => startsAt <= this.now);
    return begun.sort(([, one], [, other]) => other.startsAt - one.startsAt)[0]?.[0];
  }

  get keys() {
    return [...this.editions.keys()].sort();
  }

  dates(count: number, rule = this.rule) {
    const today = isoDay(this.now);
    return datesOf(rule, evening(today) > this.now ? today : daysAfter(today, 1), count);
  }

  make(): number {
    let made = 0;
    for (const iso of this.dates(this.ahead)) {
      if (this.occurrences.has(iso)) continue;
      const linked = new Set(this.occurrences.values());
      const [byHand] = this.keys.filter(
        (key) => !linked.has(key) && isoDay(this.editions.get(key)?.startsAt ?? 0) === iso,
      );
      const key = byHand ?? `life-${iso}`;
      this.occurrences.set(iso, key);
      if (byHand) continue;
      this.editions.set(key, { startsAt: evening(iso), status: "scheduled", isPublished: this.publishes });
      expect(evening(iso), "nothing is made in the past").toBeGreaterThan(this.now);
      made += 1;
    }
    this.movePeople();
    return made;
  }

  private movePeople() {
    const [next] = [...this.editions]
      .filter(([, edition]) => edition.isPublished && edition.status === "scheduled" && edition.startsAt > this.now)
      .sort(([, one], [, other]) => one.startsAt - other.startsAt);
    if (!next) return;
    const moved = new Set<number>();
    for (const entry of [...this.entries].sort((one, other) => one.joinedAt - other.joinedAt)) {
      const edition = this.editions.get(entry.on);
      if (!edition || overAt(edition) > this.now || entry.joinedAt < overAt(edition) || moved.has(entry.who)) continue;
      const hasLater = this.entries.some(({ who, on }) => {
        const other = this.editions.get(on);
        return who === entry.who && other?.isPublished && other.startsAt > entry.joinedAt;
      });
      if (hasLater) continue;
      moved.add(entry.who);
      Object.assign(entry, { on: next[0], moves: entry.moves + 1 });
      expect(entry.moves, "people move at most once").toBe(1);
    }
  }
}

type Step =
  | { does: "make" | "rename" }
  | { does: "wait"; hours: number }
  | { does: "skip"; at: number }
  | { does: "cancel" | "publish" | "delete"; edition: number }
  | { does: "move"; edition: number; days: number }
  | { does: "add"; at: number; isPublished: boolean }
  | { does: "join"; who: number; edition: number; isOfLast: boolean }
  | {
      does: "change";
      weekday: number;
      every: { weeks: number } | { week: number };
      length: number | null;
      ahead: number;
      publishes: boolean;
    };

const edition = fc.nat(11);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ does: fc.constant("make" as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({ does: fc.constant("wait" as const), hours: fc.constantFrom(1, 24, 7 * 24, 40 * 24) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant("join" as const), who: fc.nat(2), edition, isOfLast: fc.boolean() }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constantFrom("cancel" as const, "publish", "delete"), edition }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant("move" as const), edition, days: fc.integer({ min: -9, max: 30 }) }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("skip" as const), at: fc.nat(5) }) },
  fc.record({ does: fc.constant("add" as const), at: fc.nat(5), isPublished: fc.boolean() }),
  fc.record({ does: fc.constant("rename" as const) }),
  fc.record({
    does: fc.constant("change" as const),
    weekday: fc.integer({ min: 1, max: 7 }),
    every: fc.oneof(
      fc.record({ weeks: fc.integer({ min: 1, max: 3 }) }),
      fc.record({ week: fc.constantFrom(1, 2, 3, 4, -1) }),
    ),
    length: fc.option(fc.integer({ min: 60, max: 120 })),
    ahead: fc.integer({ min: 1, max: 5 }),
    publishes: fc.boolean(),
  }),
);

let series: string;

/** Sets the clock. Time advances only between transactions, so the tables are committed, and emptied after each run. */
async function setClock(at: number) {
  await database.sql("commit");
  vi.spyOn(Date, "now").mockImplementation(() => at);
  await database.sql("begin");
  await database.signIn();
}

const change = (columns: string, ...values: unknown[]) =>
  database.as("admin", `update public.series set ${columns} where id = $1`, series, ...values);

const writeRule = ({ rule, ahead, publishes }: Model) =>
  change(
    "frequency = $2, weekday = $3, every_weeks = $4, week_of_month = $5, first_day = $6, last_day = $7, left_out = $8, editions_ahead = $9, publishes = $10",
    ...[rule.weeks ? "weeks" : "month", rule.weekday, rule.weeks, rule.week, rule.first, rule.last, rule.leftOut],
    ...[ahead, publishes],
  );

/** Applies a step to both the model and the database. */
async function take(model: Model, step: Step): Promise<void> {
  model.steps += 1;
  const keys = model.keys;
  const any = "edition" in step ? keys[step.edition % keys.length] : undefined;
  const key = step.does === "join" && step.isOfLast ? (model.last ?? any) : any;
  const chosen = key ? model.editions.get(key) : undefined;
  switch (step.does) {
    case "make": {
      // Two Workers, one after the other; tools/concurrency runs them at the same time.
      const made = [
        await database.call("worker", "public.make_editions()"),
        await database.call("worker", "public.make_editions()"),
      ];
      expect(made).toEqual([model.make(), 0]);
      return;
    }
    case "wait":
      model.now += step.hours * hour;
      return setClock(model.now);
    case "rename":
      model.name = `Life ${model.steps}`;
      await change("name = $2", model.name);
      return;
    case "skip": {
      const rule = { ...model.rule, leftOut: [...model.rule.leftOut, ...model.dates(6).slice(step.at, step.at + 1)] };
      if (datesOf(rule, rule.first, 1).length === 0) return;
      model.rule = rule;
      await writeRule(model);
      return;
    }
    case "change": {
      const first = isoDay(model.now - 10 * day);
      model.rule = {
        weekday: step.weekday,
        weeks: "weeks" in step.every ? step.every.weeks : null,
        week: "week" in step.every ? step.every.week : null,
        first,
        last: step.length === null ? null : daysAfter(first, step.length),
        leftOut: [],
      };
      Object.assign(model, { ahead: step.ahead, publishes: step.publishes });
      await writeRule(model);
      return;
    }
    case "add": {
      const iso = model.dates(6)[step.at];
      const name = `by-hand-${model.steps}`;
      if (!iso) return;
      // At noon, when no edition of the rule begins; no day has two of these.
      const startsAt = evening(iso) - 6 * hour;
      if (startsAt <= model.now || [...model.editions.values()].some((other) => other.startsAt === startsAt)) return;
      model.editions.set(name, { startsAt, status: "scheduled", isPublished: step.isPublished });
      await database.sql(
        `insert into public.events (key, title, place, summary, starts_at, ends_at, date_precision, is_published, series_id)
         values ($1, 'By hand', 'Hilo', 'It is one.', $2::timestamptz, $2::timestamptz + interval '2 hours', 'exact', $3, $4)`,
        name,
        new Date(startsAt).toISOString(),
        step.isPublished,
        series,
      );
      return;
    }
  }
  if (!key || !chosen) return;
  switch (step.does) {
    case "cancel":
      chosen.status = "cancelled";
      await database.as("admin", "update public.events set status = 'cancelled' where key = $1", key);
      return;
    case "publish":
      chosen.isPublished = true;
      await database.as("admin", "update public.events set is_published = true where key = $1", key);
      return;
    case "move": {
      // To a minute at which no other edition begins, and only if both times are in the future.
      const startsAt = evening(isoDay(chosen.startsAt + step.days * day)) + model.steps * minute;
      if (chosen.startsAt <= model.now || startsAt <= model.now) return;
      chosen.startsAt = startsAt;
      await database.as(
        "admin",
        "update public.events set starts_at = $2::timestamptz, ends_at = $2::timestamptz + interval '2 hours' where key = $1",
        key,
        new Date(startsAt).toISOString(),
      );
      return;
    }
    case "delete": {
      const isWaitedFor = model.entries.some(({ on }) => on === key);
      const [row] = await database.sql("select id, updated_at::text from public.events where key = $1", key);
      const outcome = await database.call("admin", "public.delete_event($1, $2)", row?.id, row?.updated_at);
      expect(outcome).toBe(isWaitedFor ? "somebody-waits" : "deleted");
      if (isWaitedFor) return;
      model.editions.delete(key);
      for (const [iso, name] of model.occurrences) if (name === key) model.occurrences.set(iso, null);
      return;
    }
    case "join": {
      if (!chosen.isPublished || model.entries.some(({ who, on }) => who === step.who && on === key)) return;
      // No two people join at the same instant, because the order of joining decides what they get.
      model.now += minute;
      await setClock(model.now);
      model.entries.push({ who: step.who, on: key, joinedAt: model.now, moves: 0 });
      await database.sql(
        `insert into public.waitlist_entries (event_id, name, email, consent_version)
         select id, 'Kai', $2, '1' from public.events where key = $1`,
        key,
        `guest-${step.who}@example.org`,
      );
      return;
    }
  }
}

async function expectTheSame(model: Model) {
  expect(
    await database.sql(
      'select key, (extract(epoch from starts_at) * 1000)::float as at, status, is_published from public.events where series_id = $1 order by key collate "C"',
      series,
    ),
  ).toEqual(
    model.keys.map((key) => {
      const { startsAt, status, isPublished } = model.editions.get(key) as Edition;
      return { key, at: startsAt, status, is_published: isPublished };
    }),
  );
  expect(
    await database.sql(
      "select o.day::text, e.key from private.occurrences o left join public.events e on e.id = o.event_id where o.series_id = $1 order by o.day",
      series,
    ),
  ).toEqual([...model.occurrences].sort().map(([iso, key]) => ({ day: iso, key })));
  expect(
    await database.sql(
      `select substr(w.email, 7, 1)::int as who, e.key as on from public.waitlist_entries w join public.events e on e.id = w.event_id
       where e.series_id = $1 order by w.created_at`,
      series,
    ),
  ).toEqual(model.entries.map(({ who, on }) => ({ who, on })));
  expect(await database.sql("select name from public.series where id = $1", series)).toEqual([{ name: model.name }]);
}

async function clear() {
  await database.sql(
    "delete from public.waitlist_entries w using public.events e where e.id = w.event_id and e.series_id = $1",
    series,
  );
  await database.sql("delete from public.events where series_id = $1", series);
  await database.sql("delete from public.series where id = $1", series);
}

beforeEach(async () => {
  await setClock(start);
  // Over, so that no rule has its day: it would be that edition.
  await database.sql(
    `insert into public.events (key, title, place, summary, starts_at, ends_at, date_precision)
     values ('evening', 'An evening', 'Hilo', 'It is one.', '2026-12-25 18:00-10', '2026-12-25 20:00-10', 'exact')`,
  );
});
afterEach(async () => {
  await clear();
  await database.sql("delete from public.events where key = 'evening'");
  await database.sql("commit");
  vi.restoreAllMocks();
  await database.sql("begin");
});

it("a series makes each date of its rule once, none in the past, and moves people once, in any order of steps", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      await setClock(start);
      const [row] = await database.sql<{ id: string }>(
        `insert into public.series (key, name, template_id, frequency, weekday, every_weeks, first_day, editions_ahead, publishes)
         select 'life', 'Life', e.id, 'weeks', 4, 1, '2026-12-20', 3, true from public.events e where e.key = 'evening' returning id`,
      );
      series = row?.id as string;
      try {
        const model = new Model();
        for (const each of steps) {
          await take(model, each);
          await expectTheSame(model);
        }
      } finally {
        await clear();
      }
    }),
    { numRuns: Number(process.env.RUNS ?? 60) },
  );
}, 120_000);
