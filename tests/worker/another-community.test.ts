// A site in New York, where clocks change: a copy of this one with the few changes that docs/deploy.md lists.
import { rmSync } from "node:fs";
import { join } from "node:path";
import ICAL from "ical.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../../harness/processes.ts";
import { dropDatabase } from "../../harness/serving/databases.ts";
import type { Stack } from "../../harness/serving/stack.ts";
import { startMailProvider } from "../../harness/serving/stand-in.ts";
import { copyProject } from "../support/project-copy.ts";
import { ask, eventually, signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { placeOf } from "./tables.ts";

const copy = copyProject();
const edits: [path: string, from: string, to: string][] = [
  ["app/community.ts", 'name: "Pacific/Honolulu"', 'name: "America/New_York"'],
  ["app/community.ts", 'clock: "HST10"', 'clock: "EST5EDT,M3.2.0,M11.1.0"'],
  ["app/community.ts", 'place: "Honolulu"', 'place: "New York"'],
  ["app/community.ts", 'greeting = "Aloha"', 'greeting = "Hello"'],
  ["app/community.ts", 'addressRegion: "HI"', 'addressRegion: "NY"'],
  ["app/community.ts", 'oahu: "Oʻahu",', 'brooklyn: "Brooklyn",\n  queens: "Queens",'],
  ...["hawaii: .*", "maui: .*", "kauai: .*", "molokai: .*", "lanai: .*"].flatMap((line) => remove(line)),
  [
    "app/community.ts",
    'label: "Island", choose: "Choose an island", on: "on"',
    'label: "Borough", choose: "Choose a borough", on: "in"',
  ],
  ["supabase/source/time/site_time_zone.sql", "return 'Pacific/Honolulu'", "return 'America/New_York'"],
  ["supabase/source/values.sql", "'oahu', 'maui', 'hawaii', 'kauai', 'molokai', 'lanai'", "'brooklyn', 'queens'"],
];

function remove(line: string): typeof edits {
  const [found = line] = new RegExp(`  ${line}\n`).exec(copy.read("app/community.ts")) ?? [];
  return [["app/community.ts", found, ""]];
}

const module = {
  time: "app/platform/text/site-time.ts",
  times: "app/features/events/event/event-times.ts",
  event: "app/features/events/event/event.ts",
  campaign: "app/features/campaigns/campaign.ts",
  calendar: "app/features/events/import/ics-reader.ts",
} as const;
type Time = typeof import("../../app/platform/text/site-time.ts");

let stack: Stack;
let admin: Visitor;
let provider: Awaited<ReturnType<typeof startMailProvider>>;
let time: Time;
let template = "";
beforeAll(async () => {
  for (const [path, from, to] of edits) {
    copy.edit(path, from, to);
    // tests/migrations.test.ts proves that the migration says what the source does
    if (path.startsWith("supabase/")) copy.edit("supabase/migrations/20261101000000_baseline.sql", from, to);
  }
  const harness: typeof import("../../harness/serving/stack.ts") = await import(inCopy("harness/serving/stack.ts"));
  time = await import(inCopy(module.time));
  [template, provider] = await Promise.all([
    harness.makeDatabaseTemplate("none"),
    startMailProvider(),
    run("node", [inCopy("scripts/build.ts")]),
  ]);
  provider.answer("by the protocol");
  stack = await harness.startStack(template, provider.settings);
  admin = await signIn(new Visitor(stack.url));
}, 480_000);
afterAll(async () => {
  await Promise.all([stack?.stop(), provider?.stop()]);
  if (template) await dropDatabase(template);
  rmSync(copy.folder, { recursive: true, force: true });
});

function inCopy(path: string): string {
  return join(copy.folder, path);
}

const rows = (text: string, ...parameters: unknown[]) => stack.query(text, parameters);
const look = async (path: string) => new Page((await admin.get(path)).body);
const utc = (instant: string) => new Date(instant);

/** Saves an event by the form of the admin area, and returns its row. */
async function save(key: string, fields: Record<string, string>) {
  const form = {
    ...{ new_id: crypto.randomUUID(), key, title: "An evening", place: "Red Hook", summary: "Soon.", meets: "room" },
    ...{ date_precision: "exact", status: "scheduled", is_published: "on", ...fields },
  };
  const answer = await admin.post("/admin/events/new", form);
  expect(answer.status, new Page(answer.body).texts(".error").join()).toBe(303);
  const [event] = await rows("select id, starts_at, ends_at, over_at from public.events where key = $1", key);
  const at = (value: unknown) => (value === null ? null : new Date(String(value)).toISOString().slice(0, 16));
  return [at(event?.starts_at), at(event?.ends_at), at(event?.over_at)];
}

test("the documentation lists the files that are changed", () => {
  const [, section = ""] = copy.read("docs/deploy.md").split("## Another community\n");
  const [list = ""] = section.split(/\n## /);
  const named = [...list.matchAll(/^\| `([^`]+)` \|/gm)].map(([, path]) => path);
  expect(named).toEqual([...new Set(edits.map(([path]) => path))]);
});

describe("the clocks of the code and of the database", () => {
  test("show the same at every half hour around the changes", async () => {
    const shown = await rows(
      `select extract(epoch from at) * 1000 as at, to_char(at at time zone public.site_time_zone(), 'YYYY-MM-DD HH24:MI') as local
       from (values (timestamptz '2097-03-08'), ('2097-11-01'), ('2027-03-12'), ('2027-11-05')) days(day),
         generate_series(day, day + interval '5 days', interval '30 minutes') at`,
    );
    expect(shown.length).toBe(4 * (5 * 48 + 1));
    for (const { at, local } of shown) {
      const date = new Date(Number(at));
      expect(`${time.siteIsoDay(date)} ${time.siteIsoTime(date)}`).toBe(local);
    }
  });

  test("take the same instant for every time that can be typed, also one that comes twice or never", async () => {
    const typed = await rows(
      `select extract(epoch from local at time zone public.site_time_zone()) * 1000 as at, to_char(local, 'YYYY-MM-DD HH24:MI') as local
       from (values (timestamp '2097-03-08'), ('2097-11-01')) days(day),
         generate_series(day, day + interval '5 days', interval '30 minutes') local`,
    );
    for (const { at, local } of typed) {
      const [day = "", clock = ""] = String(local).split(" ");
      expect(time.siteInstant(day, clock).getTime(), String(local)).toBe(Number(at));
    }
    expect(time.siteInstant("2097-03-10", "02:30")).toEqual(utc("2097-03-10T07:30Z"));
    expect(time.siteInstant("2097-11-03", "01:30")).toEqual(utc("2097-11-03T06:30Z"));
  });

  test("wake at the same time for a reminder of an event at any half hour", async () => {
    const { reminderTime }: typeof import("../../app/features/campaigns/campaign.ts") = await import(
      inCopy(module.campaign)
    );
    const found = await rows(
      `select extract(epoch from at) * 1000 as at, extract(epoch from private.waking_time(at - interval '24 hours')) * 1000 as due
       from (values (timestamptz '2097-03-08'), ('2097-11-01')) days(day),
         generate_series(day, day + interval '5 days', interval '30 minutes') at`,
    );
    for (const { at, due } of found)
      expect(reminderTime(new Date(Number(at)).toISOString()).getTime()).toBe(Number(due));
  });

  test("end the days on which they change after 23 and 25 hours", () => {
    const length = (midnight: string) => time.nextSiteMidnight(Date.parse(midnight)) - Date.parse(midnight);
    expect(length("2097-03-10T05:00Z")).toBe(23 * 3_600_000);
    expect(length("2097-11-03T04:00Z")).toBe(25 * 3_600_000);
    expect(length("2097-07-04T04:00Z")).toBe(24 * 3_600_000);
  });
});

interface Typed {
  key: string;
  typed: Record<string, string>;
  /** when it begins, ends and is over, in UTC */
  row: (string | null)[];
  /** on its page */
  said: string;
  /** in its structured data */
  start: string | null;
  /** in its calendar file */
  file: string[];
}

const matrix: Typed[] = [
  {
    ...{ key: "eve", typed: { date: "2097-03-09", start: "18:00", end: "20:00" } },
    row: ["2097-03-09T23:00", "2097-03-10T01:00", "2097-03-10T01:00"],
    ...{
      said: "6:00 PM to 8:00 PM EST",
      start: "2097-03-09T18:00:00-05:00",
      file: ["20970309T230000Z", "20970310T010000Z"],
    },
  },
  {
    ...{ key: "spring", typed: { date: "2097-03-10", start: "18:00", end: "20:00" } },
    row: ["2097-03-10T22:00", "2097-03-11T00:00", "2097-03-11T00:00"],
    ...{
      said: "6:00 PM to 8:00 PM EDT",
      start: "2097-03-10T18:00:00-04:00",
      file: ["20970310T220000Z", "20970311T000000Z"],
    },
  },
  {
    ...{ key: "never", typed: { date: "2097-03-10", start: "02:30", end: "04:00" } },
    row: ["2097-03-10T07:30", "2097-03-10T08:00", "2097-03-10T08:00"],
    ...{
      said: "3:30 AM to 4:00 AM EDT",
      start: "2097-03-10T03:30:00-04:00",
      file: ["20970310T073000Z", "20970310T080000Z"],
    },
  },
  {
    ...{ key: "twice", typed: { date: "2097-11-03", start: "01:30", end: "03:00" } },
    row: ["2097-11-03T06:30", "2097-11-03T08:00", "2097-11-03T08:00"],
    ...{
      said: "1:30 AM to 3:00 AM EST",
      start: "2097-11-03T01:30:00-05:00",
      file: ["20971103T063000Z", "20971103T080000Z"],
    },
  },
  {
    ...{ key: "overnight", typed: { date: "2097-11-02", start: "22:00", end: "06:00" } },
    row: ["2097-11-03T02:00", "2097-11-03T11:00", "2097-11-03T11:00"],
    ...{
      said: "10:00 PM to 6:00 AM EST",
      start: "2097-11-02T22:00:00-04:00",
      file: ["20971103T020000Z", "20971103T110000Z"],
    },
  },
  {
    ...{ key: "round-the-clock", typed: { date: "2097-03-09", start: "18:00", end_date: "2097-03-10", end: "18:00" } },
    row: ["2097-03-09T23:00", "2097-03-10T22:00", "2097-03-10T22:00"],
    said: "March 9, 6:00 PM to March 10, 2097, 6:00 PM EDT",
    ...{ start: "2097-03-09T18:00:00-05:00", file: ["20970309T230000Z", "20970310T220000Z"] },
  },
  {
    ...{ key: "endless", typed: { date: "2097-11-03", start: "18:00" } },
    row: ["2097-11-03T23:00", null, "2097-11-04T05:00"],
    ...{ said: "6:00 PM EST", start: "2097-11-03T18:00:00-05:00", file: ["20971103T230000Z"] },
  },
  {
    ...{ key: "short-day", typed: { date_precision: "day", date: "2097-03-10" } },
    row: ["2097-03-10T05:00", null, "2097-03-11T04:00"],
    ...{ said: "Sunday, March 10, 2097", start: "2097-03-10", file: ["20970310", "20970311"] },
  },
  {
    ...{ key: "long-days", typed: { date_precision: "day", date: "2097-11-02", end_date: "2097-11-03" } },
    row: ["2097-11-02T04:00", "2097-11-04T05:00", "2097-11-04T05:00"],
    ...{ said: "November 2 to November 3, 2097", start: "2097-11-02", file: ["20971102", "20971104"] },
  },
  {
    ...{ key: "month", typed: { date_precision: "month", date: "2097-03-01" } },
    ...{ row: ["2097-03-01T05:00", null, "2097-04-01T04:00"], said: "March 2097", start: null, file: [] },
  },
  {
    ...{ key: "quarter", typed: { date_precision: "quarter", date: "2097-10-01" } },
    ...{ row: ["2097-10-01T04:00", null, "2098-01-01T05:00"], said: "Q4 2097", start: null, file: [] },
  },
];

describe("an event around a change of clocks", () => {
  test.each(matrix)("$key is stored, shown, given to calendars and edited at the time that was typed", async (one) => {
    expect(await save(one.key, one.typed)).toEqual(one.row);
    const page = await look(`/events/${one.key}`);
    expect(page.text("dl.facts")).toContain(one.said);
    const structure = page.texts('script[type="application/ld+json"]').join();
    expect(/"startDate":"([^"]+)"/.exec(structure)?.[1] ?? null).toBe(one.start);
    const file = (await ask(stack.url, `/events/${one.key}.ics`)).body;
    const entries = one.file.length > 0 ? new ICAL.Component(ICAL.parse(file)).getAllSubcomponents("vevent") : [];
    const given = entries.flatMap((entry) => ["dtstart", "dtend"].map((name) => entry.getFirstPropertyValue(name)));
    expect(given.filter(Boolean).map((value) => String(value).replace(/[-:]/g, ""))).toEqual(one.file);
    const place = await placeOf(stack, one.key);
    const form = await look(`${place}/details`);
    expect(form.texts("legend")).toContain("When, in New York time");
    const saved = Object.fromEntries(["start", "end"].map((name) => [name, form.value(name) ?? ""]));
    const { start = "", end = "" } = one.typed;
    expect(saved).toEqual({ start: one.key === "never" ? "03:30" : start, end });
  });

  test("is today from midnight to midnight", async () => {
    const { isToday }: typeof import("../../app/features/events/event/event.ts") = await import(inCopy(module.event));
    const today = (starts_at: string, now: string) =>
      isToday(
        { status: "scheduled", date_precision: "exact", starts_at, ends_at: null, over_at: null, time_note: null },
        utc(now),
      );
    for (const [starts, from, to] of [
      ["2097-03-10T22:00Z", "2097-03-10T05:00Z", "2097-03-11T04:00Z"],
      ["2097-11-03T23:00Z", "2097-11-03T04:00Z", "2097-11-04T05:00Z"],
    ] as const) {
      const justBefore = (at: string) => new Date(Date.parse(at) - 1).toISOString();
      expect([justBefore(from), from, justBefore(to), to].map((now) => today(starts, now))).toEqual([
        false,
        true,
        true,
        false,
      ]);
      const [found] = await rows(
        "select private.day_of_event(e)::text as day from public.events e where starts_at = $1",
        starts,
      );
      expect(found?.day).toBe(starts.slice(0, 10));
    }
  });

  test("an offer that would end at night ends at 9 in the morning", async () => {
    const deadlines = await rows(
      `select private.offer_deadline(at, 3, 'infinity') as deadline
       from unnest('{2097-03-09 20:00-05,2097-03-09 18:00-05,2097-11-02 23:00-04,2097-11-03 12:00-05}'::timestamptz[]) at`,
    );
    expect(deadlines.map(({ deadline }) => new Date(String(deadline)).toISOString())).toEqual([
      ...["2097-03-10T13:00:00.000Z", "2097-03-10T02:00:00.000Z"],
      ...["2097-11-03T14:00:00.000Z", "2097-11-03T20:00:00.000Z"],
    ]);
  });

  test("what is kept for days after it is kept for as many times 24 hours", async () => {
    const [found] = await rows(
      `select extract(epoch from timestamptz '2097-03-09 20:00-05' + r.period - timestamptz '2097-03-09 20:00-05') / 86400 as days
       from private.retention() r where r.kind = 'afterEdition' limit 1`,
    );
    expect(Number(found?.days)).toBe(90);
  });
});

describe("a series over a change of clocks", () => {
  test("keeps the hours of its editions and of their sign-up, and days are whole", async () => {
    const templates = [
      ["evenings", "{2097-02-17 18:00-05,2097-02-17 20:00-05,2097-02-10 09:00-05}", "exact"],
      ["weekends", "{2097-02-16 00:00-05,2097-02-18 00:00-05,2097-02-10 09:00-05}", "day"],
    ] as const;
    for (const [key, dates, precision] of templates) {
      const [event] = await rows(
        `insert into public.events
           (key, title, place, summary, date_precision, takes_reservations, attendee_limit, starts_at, ends_at, sign_up_opens_at)
         select $1::text, $1::text, 'Red Hook', 'Soon.', $2, true, 20, at[1], at[2], at[3] from (select $3::timestamptz[] as at) dates
         returning id`,
        ...[`${key}-template`, precision, dates],
      );
      const form = {
        ...{ name: key, template: String(event?.id), rhythm: "weeks", weekday: precision === "day" ? "6" : "7" },
        ...{ first_day: "2097-02-24", editions_ahead: "4", intent: "save", new_id: crypto.randomUUID() },
      };
      expect((await admin.post("/admin/series/new", form)).status).toBe(303);
    }
    await ask(stack.url, "/cdn-cgi/handler/scheduled?time=60000");
    const local = (column: string) => `to_char(e.${column} at time zone 'America/New_York', 'MM-DD HH24:MI')`;
    const made = await rows(
      `select ${["starts_at", "ends_at", "sign_up_opens_at"].map(local).join(" || ', ' || ")} as dates
       from public.events e where e.series_id is not null and e.key not like '%template' order by e.key`,
    );
    expect(made.map(({ dates }) => dates)).toEqual([
      ...["02-24 18:00, 02-24 20:00, 02-17 09:00", "03-03 18:00, 03-03 20:00, 02-24 09:00"],
      ...["03-10 18:00, 03-10 20:00, 03-03 09:00", "03-17 18:00, 03-17 20:00, 03-10 09:00"],
      ...["03-02 00:00, 03-04 00:00, 02-24 09:00", "03-09 00:00, 03-11 00:00, 03-03 09:00"],
      ...["03-16 00:00, 03-18 00:00, 03-10 09:00", "03-23 00:00, 03-25 00:00, 03-17 09:00"],
    ]);
    const [edited] = await rows(
      `select count(*)::integer as number
       from public.events e
       cross join lateral private.template_of(e.series_id) t
       cross join lateral private.later_editions(e, t) later
       where e.key = 'evenings-2097-02-24' and later.is_edited`,
    );
    expect(edited?.number).toBe(0);
  });

  test("is recognized in a calendar file, whose times without a zone are the site's", async () => {
    const { readCalendar }: typeof import("../../app/features/events/import/ics-reader.ts") = await import(
      inCopy(module.calendar)
    );
    const file = (start: string) =>
      [
        "BEGIN:VCALENDAR",
        "BEGIN:VEVENT",
        "UID:1",
        "SUMMARY:Tea",
        start,
        "RRULE:FREQ=WEEKLY;COUNT=4",
        "END:VEVENT",
        "END:VCALENDAR",
      ].join("\r\n");
    for (const start of ["DTSTART:20970224T180000", "DTSTART;TZID=US/Eastern:20970224T180000"]) {
      const read = readCalendar(file(start));
      if (!read || "fault" in read) throw new Error("It is no calendar.");
      const of = (column: string) => read.lines.map(({ cells }) => cells[read.columns.indexOf(column)]);
      expect(of("DTSTART")).toEqual(["02-24", "03-03", "03-10", "03-17"].map((day) => `2097-${day}T18:00`));
      expect(of("X-SERIES").every((rule) => /"frequency":"weeks"/.test(rule ?? ""))).toBe(true);
    }
  });
});

test("places are in boroughs, which the lists of events and the forms name", async () => {
  await rows(`insert into public.places (key, name, city, island) values ('pier', 'Pier 11', 'Red Hook', 'brooklyn')`);
  await rows(
    `update public.events set place_id = (select id from public.places where key = 'pier') where key = 'spring'`,
  );
  expect((await look("/events?island=brooklyn")).text("main")).toContain("in Brooklyn");
  expect((await admin.get("/events?island=maui")).status).toBe(404);
  expect((await look("/admin/places/new")).texts("option")).toEqual(
    expect.arrayContaining(["Choose a borough", "Queens"]),
  );
  expect((await look("/events/spring")).html).toContain('"addressRegion":"NY"');
});

test("emails begin with the greeting, and no time is of another place", async () => {
  const sent = await new Visitor(stack.url).post("/contact", { name: "Ana", email: "ana@example.org", message: "Hi!" });
  expect(sent.status).toBe(200);
  const mail = await eventually(
    () => provider.mailbox.mails.find(({ to }) => to[0] === "ana@example.org"),
    "the receipt",
  );
  expect(mail.text).toMatch(/^Hello,\n/);
  expect(mail.text).toMatch(/E[SD]T/);
  for (const path of [
    "/",
    "/events",
    "/events/spring",
    "/contact",
    "/privacy",
    "/admin/events/new",
    "/admin/analytics",
  ])
    expect((await look(path)).html).not.toMatch(/\bHST\b|Aloha|Honolulu time|O[ʻ']ahu/);
});

test("no state of an event shows an untrue sentence there", async () => {
  const vitest = inCopy("node_modules/vitest/vitest.mjs");
  const states = "app/features/events/page/event-matrix.test.tsx";
  const args = ["run", "--root", copy.folder, "--project", "unit", states];
  const printed = await run("node", [vitest, ...args], { ...process.env, NO_COLOR: "1" });
  expect(printed).toMatch(/Test Files +1 passed/);
}, 120_000);
