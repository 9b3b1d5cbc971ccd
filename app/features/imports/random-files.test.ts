// Writes random calendars and tables as other programs do, and reads them as an import reads them.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ImportKind } from "../../admin/import-noun.ts";
import { textOfFile } from "../../admin/imported-file.ts";
import { importNouns } from "./import-nouns.ts";
import { checkLines, readGiven } from "./imports.server.ts";

type Generated<Source> = Source extends fc.Arbitrary<infer Value> ? Value : never;

const minute = 60_000;
const day = 24 * 60 * minute;
const two = (number: number) => String(number).padStart(2, "0");

/** Words with what formats have to escape, quote or encode; those of Windows-1252 first. */
const westernWords = ["Talk", "story,", "a;b", "C:\\new", '"said"', "Café", "“Mala”", "50 %", "x|y", "it’s", "naïve"];
const allWords = [...westernWords, "Pō", "Mahina", "ʻŌhiʻa", "日本語", "🌺", "Ελλάδα", "ne\u0301e"];
const places = ["Kahala", "Room 5, Hilo", "Pier 4; upstairs"];

type Encoding = "utf-8" | "utf-8 with a mark" | "utf-16le" | "utf-16be" | "windows-1252";
const encodings: readonly Encoding[] = ["utf-8", "utf-8 with a mark", "utf-16le", "utf-16be", "windows-1252"];

const westernBytes = new Map(
  Array.from({ length: 256 }, (_, byte) => [new TextDecoder("windows-1252").decode(Uint8Array.of(byte)), byte]),
);

function encoded(text: string, encoding: Encoding): Uint8Array {
  switch (encoding) {
    case "utf-8":
      return new TextEncoder().encode(text);
    case "utf-8 with a mark":
      return new TextEncoder().encode(`\ufeff${text}`);
    case "utf-16le":
      return Uint8Array.from(Buffer.from(`\ufeff${text}`, "utf16le"));
    case "utf-16be":
      return Uint8Array.from(Buffer.from(`\ufeff${text}`, "utf16le").swap16());
    case "windows-1252":
      return Uint8Array.from(text, (letter) => westernBytes.get(letter) ?? expect.fail(`no ${letter}`));
  }
}

const phrase = (words: readonly string[], maxLength: number) =>
  fc
    .array(fc.constantFrom(...words), { minLength: 1, maxLength })
    .map((chosen) => `Night ${chosen.join(" ")}`.normalize("NFC"));
const wordsFor = (encoding: Encoding) => (encoding === "windows-1252" ? westernWords : allWords);

/** What every line would become: its title, its times and its place; a reason where it is refused. */
async function linesOf(bytes: Uint8Array, kind: ImportKind, order?: "month-first" | "day-first") {
  const given = textOfFile(bytes);
  if ("fault" in given) return expect.fail(given.fault);
  const read = await readGiven(importNouns[kind], given);
  if ("fault" in read) return expect.fail(read.fault);
  const isUnknown = read.choices?.day_order === "unknown";
  const { rows } =
    isUnknown && order
      ? checkLines(
          importNouns[kind],
          read.rows.map(({ line, cells }) => ({ line, cells, count: cells.length, isBroken: false })),
          read.columns,
          { ...read, choices: { ...read.choices, day_order: order } },
        )
      : read;
  const lines = rows.map(({ checked, email, reason, refusal }) => {
    if (!checked) return [reason ?? refusal];
    if (kind === "subscribers") return [email, checked.subscribed_at];
    return [checked.title, checked.starts_at, checked.ends_at, checked.place, checked.about];
  });
  return { lines, isUnknown };
}

const instant = (at: number) => new Date(at).toISOString();
const sorted = (lines: unknown[][]) => lines.map((line) => JSON.stringify(line)).toSorted();

interface Zone {
  /** as a TZID has it; "" for times without one */
  id: string;
  iana: string;
  described?: string[];
}

const observance = (name: string, starts: string, from: string, to: string, rule?: string) => [
  ...[`BEGIN:${name}`, `DTSTART:${starts}`, `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`],
  ...(rule ? [`RRULE:FREQ=YEARLY;${rule}`] : []),
  `END:${name}`,
];
const zones: readonly Zone[] = [
  { id: "", iana: "Pacific/Honolulu" },
  { id: "UTC", iana: "UTC" },
  { id: "America/New_York", iana: "America/New_York" },
  { id: '"Europe/Berlin"', iana: "Europe/Berlin" },
  { id: "Hawaiian Standard Time", iana: "Pacific/Honolulu" },
  { id: "Pacific Standard Time", iana: "America/Los_Angeles" },
  { id: "/freeassociation.sourceforge.net/Tzfile/Pacific/Auckland", iana: "Pacific/Auckland" },
  {
    id: "Zone 1",
    iana: "America/New_York",
    described: [
      ...observance("STANDARD", "20071104T020000", "-0400", "-0500", "BYMONTH=11;BYDAY=1SU"),
      ...observance("DAYLIGHT", "20070311T020000", "-0500", "-0400", "BYMONTH=3;BYDAY=2SU"),
    ],
  },
  {
    id: '"(GMT-10:00) Hawaii"',
    iana: "Pacific/Honolulu",
    described: observance("STANDARD", "16010101T000000", "-1000", "-1000"),
  },
];

const clocks = new Map<string, Intl.DateTimeFormat>();
function clockIn(iana: string, at: number): number {
  const format =
    clocks.get(iana) ?? new Intl.DateTimeFormat("sv-SE", { timeZone: iana, dateStyle: "short", timeStyle: "medium" });
  clocks.set(iana, format);
  return Date.parse(`${format.format(at).replace(" ", "T")}Z`);
}

/** The first instant at which the clocks of a zone show a time, which is given as if it were UTC; null if none. */
function firstInstant(iana: string, local: number): number | null {
  for (let ahead = 14 * 60; ahead >= -12 * 60; ahead -= 15)
    if (clockIn(iana, local - ahead * minute) === local) return local - ahead * minute;
  return null;
}

const basic = (at: number) => instant(at).replace(/[-:]|\.\d+Z/g, "");
const basicDay = (at: number) => basic(at).slice(0, 8);
const property = (name: string, { id }: Zone, local: number) =>
  id === "UTC" ? `${name}:${basic(local)}Z` : id ? `${name};TZID=${id}:${basic(local)}` : `${name}:${basic(local)}`;
const escaped = (text: string) => text.replace(/[\\;,]/g, "\\$&").replaceAll("\n", "\\n");

interface Written {
  lines: string[];
  expected: unknown[][];
}

const weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/** The dates of a rule, as local times. */
const rules: ((first: number, interval: number, count: number) => { rule: string; dates: number[] })[] = [
  (first, interval, count) => ({
    rule: `FREQ=DAILY;INTERVAL=${interval};COUNT=${count}`,
    dates: Array.from({ length: count }, (_, at) => first + at * interval * day),
  }),
  (first, interval, count) => ({
    rule: `FREQ=WEEKLY;COUNT=${count};INTERVAL=${interval};BYDAY=${weekdays[new Date(first).getUTCDay()]}`,
    dates: Array.from({ length: count }, (_, at) => first + at * interval * 7 * day),
  }),
  (first, interval, count) => ({
    rule: `FREQ=WEEKLY;INTERVAL=${interval};UNTIL=${basicDay(first + (count - 1) * interval * 7 * day)}`,
    dates: Array.from({ length: count }, (_, at) => first + at * interval * 7 * day),
  }),
  (first, interval, count) => {
    const begin = new Date(first);
    const nth = Math.min(4, Math.ceil(begin.getUTCDate() / 7));
    const from = first - (begin.getUTCDate() > 28 ? 7 * day : 0);
    const dates = Array.from({ length: count }, (_, at) => {
      const month = new Date(from);
      month.setUTCDate(1);
      month.setUTCMonth(month.getUTCMonth() + at * interval);
      const ahead = (begin.getUTCDay() - month.getUTCDay() + 7) % 7;
      return month.getTime() + (ahead + (nth - 1) * 7) * day;
    }).filter((each) => each >= first);
    const rule = `FREQ=MONTHLY;INTERVAL=${interval};BYDAY=${nth}${weekdays[begin.getUTCDay()]}`;
    return { rule: `${rule};COUNT=${dates.length}`, dates };
  },
];

const localDays = fc.integer({ min: Date.UTC(2026, 0, 1) / day, max: Date.UTC(2030, 11, 31) / day });
const calendarEvents = (words: readonly string[]) =>
  fc.record({
    title: phrase(words, 4),
    about: fc.array(phrase(words, 12), { maxLength: 3 }).map((lines) => lines.join("\n")),
    place: fc.constantFrom(...places),
    zone: fc.constantFrom(...zones),
    days: localDays,
    time: fc.integer({ min: 0, max: 1439 }),
    length: fc.integer({ min: 1, max: 3000 }),
    end: fc.constantFrom("none", "there", "utc", "duration", "whole days"),
    repeats: fc.option(
      fc.record({
        rule: fc.constantFrom(...rules),
        interval: fc.integer({ min: 1, max: 3 }),
        count: fc.integer({ min: 2, max: 12 }),
        leftOut: fc.array(fc.integer({ min: 1, max: 11 }), { maxLength: 3 }),
        moved: fc.option(fc.integer({ min: 1, max: 11 })),
      }),
    ),
  });
type CalendarEvent = Generated<ReturnType<typeof calendarEvents>>;

/** The lines of an event, and what each of its dates becomes; null if its clock time does not exist. */
function writtenEvent(event: CalendarEvent, at: number, usual: string): Written | null {
  const { title, about, place, zone, days, time, length, end, repeats } = event;
  const iana = zone.id ? zone.iana : usual;
  const uid = `UID:event-${at}@calendar.example`;
  const texts = [`SUMMARY:${escaped(title)}`, `LOCATION:${escaped(place)}`];
  if (about) texts.push(`DESCRIPTION:${escaped(about)}`);
  if (end === "whole days") {
    const last = days + (length % 4);
    const lines = [uid, `DTSTART;VALUE=DATE:${basicDay(days * day)}`, `DTEND;VALUE=DATE:${basicDay((last + 1) * day)}`];
    const hst = (number: number) => instant(number * day + 600 * minute);
    return {
      lines: [...lines, ...texts],
      expected: [[title, hst(days), last > days ? hst(last + 1) : null, place, about]],
    };
  }
  // Dates that repeat are at hours that no zone leaves out or has twice.
  const local = days * day + (repeats ? 540 + (time % 600) : time) * minute;
  const starts = firstInstant(iana, local);
  if (starts === null) return null;
  const [localEnd, utcEnd] = [local + length * minute, starts + length * minute];
  const there = firstInstant(iana, localEnd);
  const isThere = end === "there" && there !== null && there > starts;
  const repeated = repeats?.rule(local, repeats.interval, repeats.count);
  const endLine = isThere
    ? property("DTEND", zone, localEnd)
    : end === "duration"
      ? `DURATION:PT${Math.floor(length / 60)}H${length % 60}M`
      : end === "utc" && !repeats
        ? `DTEND:${basic(utcEnd)}Z`
        : null;
  const endOf = (begin: number, from: number) => {
    if (!isThere) return endLine ? from + length * minute : null;
    const localEndOfDate = begin + length * minute;
    // a time that the clocks leave out is counted by their offset before (RFC 5545, 3.3.5)
    return firstInstant(iana, localEndOfDate) ?? (firstInstant(iana, localEndOfDate - day) ?? Number.NaN) + day;
  };
  const lines = [uid, property("DTSTART", zone, local), ...(endLine ? [endLine] : []), ...texts];
  const row = (name: string, begin: number) => {
    const from = firstInstant(iana, begin) ?? Number.NaN;
    const until = endOf(begin, from);
    return [name, instant(from), until === null ? null : instant(until), place, about];
  };
  if (!repeats || !repeated) return { lines, expected: [row(title, local)] };
  const { dates, rule } = repeated;
  const moved = repeats.moved === null ? undefined : dates[repeats.moved];
  const leftOut = [...new Set(repeats.leftOut.map((index) => dates[index]))].filter(
    (each): each is number => each !== undefined && each !== moved,
  );
  const kept = dates.filter((each) => each !== moved && !leftOut.includes(each));
  const other = moved === undefined ? [] : [moved + 90 * minute];
  return {
    lines: [
      ...[...lines, `RRULE:${rule}`, ...leftOut.map((each) => property("EXDATE", zone, each))],
      ...other.flatMap((begin) => [
        ...["END:VEVENT", "BEGIN:VEVENT", uid, property("RECURRENCE-ID", zone, begin - 90 * minute)],
        ...[property("DTSTART", zone, begin), `SUMMARY:Moved ${escaped(title)}`, `LOCATION:${escaped(place)}`],
      ]),
    ],
    expected: [
      ...kept.map((begin) => row(title, begin)),
      ...other.map((begin) => [`Moved ${title}`, instant(firstInstant(iana, begin) ?? Number.NaN), null, place, ""]),
    ],
  };
}

/** Folds lines after a number of bytes, also inside a letter, or of letters where a letter has two. */
function foldedBytes(lines: readonly string[], encoding: Encoding, width: number, end: string): Uint8Array {
  if (!encoding.startsWith("utf-8")) {
    const folded = lines.map((line) =>
      [...line].map((letter, at) => (at && at % width === 0 ? `${end} ${letter}` : letter)),
    );
    return encoded(folded.map((letters) => letters.join("") + end).join(""), encoding);
  }
  const parts = lines.flatMap((line) => {
    const bytes = Buffer.from(line);
    const count = Math.ceil(bytes.length / width);
    return Array.from({ length: count }, (_, at) => [
      Buffer.from(at ? " " : ""),
      bytes.subarray(at * width, (at + 1) * width),
      Buffer.from(end),
    ]).flat();
  });
  return Uint8Array.from(Buffer.concat([Buffer.from(encoding === "utf-8" ? "" : "\ufeff"), ...parts]));
}

it("a calendar is read as it was written", async () => {
  const files = fc.constantFrom(...encodings).chain((encoding) =>
    fc.record({
      encoding: fc.constant(encoding),
      events: fc.array(calendarEvents(wordsFor(encoding)), { minLength: 1, maxLength: 5 }),
      usual: fc.constantFrom("", "America/Denver", "Europe/London"),
      width: fc.integer({ min: 20, max: 90 }),
      end: fc.constantFrom("\r\n", "\n"),
      isZoneLast: fc.boolean(),
    }),
  );
  let count = 0;
  await fc.assert(
    fc.asyncProperty(files, async ({ encoding, events, usual, width, end, isZoneLast }) => {
      const written = events.flatMap((event, at) => writtenEvent(event, at, usual || "Pacific/Honolulu") ?? []);
      fc.pre(written.length > 0);
      const described = [...new Set(events.map(({ zone }) => zone))].flatMap(({ id, described: lines }) =>
        lines ? ["BEGIN:VTIMEZONE", `TZID:${id.replaceAll('"', "")}`, ...lines, "END:VTIMEZONE"] : [],
      );
      const body = written.flatMap(({ lines }) => ["BEGIN:VEVENT", ...lines, "END:VEVENT"]);
      const lines = [
        ...["BEGIN:VCALENDAR", "VERSION:2.0", ...(usual ? [`X-WR-TIMEZONE:${usual}`] : [])],
        ...(isZoneLast ? [...body, ...described] : [...described, ...body]),
        "END:VCALENDAR",
      ];
      const read = await linesOf(foldedBytes(lines, encoding, width, end), "events");
      expect(sorted(read.lines)).toEqual(sorted(written.flatMap(({ expected }) => expected)));
      count += read.lines.length;
    }),
    { numRuns: 300 },
  );
  expect(count).toBeGreaterThan(1000);
});

const monthNames = [
  "Jan",
  "Feb",
  "March",
  "April",
  "May",
  "June",
  "July",
  "Aug",
  "Sept",
  "Oct",
  "November",
  "December",
];
const hour12 = (at: number) => {
  const [hours, minutes] = [new Date(at).getUTCHours(), two(new Date(at).getUTCMinutes())];
  return `${hours % 12 || 12}:${minutes} ${hours < 12 ? "AM" : "PM"}`;
};
const hour24 = (at: number) => instant(at).slice(11, 16);

interface DateStyle {
  order?: "month-first" | "day-first";
  date(at: Date): string;
  time(at: number): string;
  /** one value for both, if that is not the one behind the other */
  both?(at: number): string;
}

const parts = (at: Date) => [at.getUTCMonth() + 1, at.getUTCDate(), at.getUTCFullYear()] as const;
const numbers = (text: (month: number, date: number, year: number) => string) => (at: Date) => text(...parts(at));
const weekdayOf = (at: Date) => at.toLocaleDateString("en-US", { timeZone: "UTC", weekday: "short" });
const serial = (at: number) => String(Number((at / day + 25_569).toFixed(9)));

const dateStyles: Record<string, DateStyle> = {
  iso: { date: (at) => instant(at.getTime()).slice(0, 10), time: hour24 },
  "iso with AM and PM": { date: (at) => instant(at.getTime()).slice(0, 10), time: hour12 },
  American: { order: "month-first", date: numbers((m, d, y) => `${m}/${d}/${y}`), time: hour12 },
  "American, two digits": {
    order: "month-first",
    date: numbers((m, d, y) => `${two(m)}/${two(d)}/${y % 100}`),
    time: hour12,
  },
  "day first": { order: "day-first", date: numbers((m, d, y) => `${two(d)}/${two(m)}/${y}`), time: hour24 },
  German: { date: numbers((m, d, y) => `${d}.${m}.${y}`), time: hour24 },
  "month names": { date: numbers((m, d, y) => `${monthNames[m - 1]} ${d}, ${y}`), time: hour12 },
  weekday: {
    date: (at) => `${weekdayOf(at)}, ${at.getUTCDate()} ${monthNames[at.getUTCMonth()]} ${at.getUTCFullYear()}`,
    time: hour24,
  },
  serial: {
    date: (at) => serial(at.getTime()),
    time: (at) => `0.${((at % day) / day).toFixed(9).slice(2)}`,
    both: serial,
  },
};

/** Whether the numbers of a date tell which of them is the month. */
const isOpen = (at: number) =>
  new Date(at).getUTCDate() <= 12 && new Date(at).getUTCDate() !== new Date(at).getUTCMonth() + 1;
const tells = (at: number) => new Date(at).getUTCDate() > 12;

const tableEncodings = fc.constantFrom(...encodings);
const separators = fc.constantFrom(",", ";", "\t", "|");

interface TableForm {
  separator: string;
  isQuoted: boolean;
  end: string;
  title: boolean;
}
const tableForms = fc.record({
  separator: separators,
  isQuoted: fc.boolean(),
  end: fc.constantFrom("\r\n", "\n", "\r"),
  title: fc.boolean(),
});

function tableText(rows: string[][], { separator, isQuoted, end, title }: TableForm): string {
  const cell = (text: string) => (isQuoted || /[",;|\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const lines = [
    // No reader could tell a bar from a letter without this line.
    ...(separator === "|" ? ["sep=|"] : []),
    ...(title ? [["Our nights", ...(rows[0] ?? []).slice(1).map(() => "")].join(separator)] : []),
    ...rows.map((cells) => cells.map(cell).join(separator)),
  ];
  return lines.join(end) + end;
}

describe("a table", () => {
  const styles = fc.constantFrom(...Object.values(dateStyles));
  const layouts = fc.constantFrom("one column", "two columns", "times apart", "start alone", "days");
  const tables = tableEncodings.chain((encoding) =>
    fc.record({
      encoding: fc.constant(encoding),
      form: tableForms,
      style: styles,
      layout: layouts,
      isReversed: fc.boolean(),
      rows: fc.array(
        fc.record({
          title: phrase(wordsFor(encoding), 4),
          about: fc.array(phrase(wordsFor(encoding), 8), { maxLength: 2 }).map((lines) => lines.join("\n")),
          place: fc.constantFrom(...places),
          days: localDays,
          time: fc.integer({ min: 0, max: 1439 }),
          length: fc.integer({ min: 1, max: 1439 }),
        }),
        { minLength: 1, maxLength: 8 },
      ),
    }),
  );
  type Row = Generated<typeof tables>["rows"][number];

  const heads: Record<string, string[]> = {
    "one column": ["Start", "End"],
    "two columns": ["Start Date", "Start Time", "End Date", "End Time"],
    "times apart": ["Date", "Start time", "End time"],
    "start alone": ["Starts at"],
    days: ["Date"],
  };
  function datesIn({ days, time, length }: Row, { date, time: clock, both }: DateStyle, layout: string): string[] {
    const [from, to] = [days * day + time * minute, days * day + (time + length) * minute];
    const whole = (at: number) => both?.(at) ?? `${date(new Date(at))} ${clock(at)}`;
    switch (layout) {
      case "one column":
        return [whole(from), whole(to)];
      case "two columns":
        return [date(new Date(days * day)), clock(from), date(new Date(Math.floor(to / day) * day)), clock(to)];
      case "times apart":
        return [date(new Date(days * day)), clock(from), clock(to)];
      case "start alone":
        return [whole(from)];
      default:
        return [date(new Date(days * day))];
    }
  }

  it("of events is read as it was written, and an order of month and day that nothing tells is asked", async () => {
    let asked = 0;
    await fc.assert(
      fc.asyncProperty(tables, async ({ encoding, form, style, layout, isReversed, rows }) => {
        // A serial number with a time of zero is a day.
        fc.pre(
          !style.both || layout === "days" || rows.every(({ time, length }) => time > 0 && (time + length) % 1440 > 0),
        );
        const ordered = (cells: string[]) => (isReversed ? cells.toReversed() : cells);
        const head = ordered(["Title", ...(heads[layout] ?? []), "Location", "Description", "Color"]);
        const cells = rows.map((row) =>
          ordered([row.title, ...datesIn(row, style, layout), row.place, row.about, "blue"]),
        );
        const read = await linesOf(encoded(tableText([head, ...cells], form), encoding), "events", style.order);
        const hst = (at: number) => instant(at + 600 * minute);
        const isDay = layout === "days";
        const seen = new Set<string>();
        const expected = rows.map((row) => {
          const { title, about, place, days, time, length } = row;
          const starts = days * day + (isDay ? 0 : time) * minute;
          const key = [title.toLowerCase(), starts, place].join("\n");
          const isTwin = seen.has(key);
          seen.add(key);
          if (isTwin) return [expect.stringMatching(/^It is the same as line \d+\.$/)];
          return [
            title,
            hst(starts),
            isDay || layout === "start alone" ? null : hst(starts + length * minute),
            place,
            about,
          ];
        });
        expect(read.lines).toEqual(expected);
        const dates = rows.flatMap(({ days, time, length }) => [
          days * day,
          ...(layout === "one column" || layout === "two columns" ? [(days * 1440 + time + length) * minute] : []),
        ]);
        const isAsked = style.order !== undefined && dates.some(isOpen) && !dates.some(tells);
        expect(read.isUnknown).toBe(isAsked);
        asked += Number(isAsked);
      }),
      { numRuns: 500 },
    );
    expect(asked).toBeGreaterThan(0);
  });

  const addresses: ((name: string) => [text: string, email: string])[] = [
    (name) => [`${name}@example.org`, `${name}@example.org`],
    (name) => [`Kai “${name}” Example <${name}@example.org>`, `${name}@example.org`],
    (name) => [`"Example, Kai" <${name}@example.org>`, `${name}@example.org`],
    (name) => [`mailto:${name}@example.org?subject=Aloha`, `${name}@example.org`],
    (name) => [`<${name}@example.org>,`, `${name}@example.org`],
    (name) => [`${name}@bücher.example`, `${name}@xn--bcher-kva.example`],
    (name) => [` ${name}@example.org\u00a0`, `${name}@example.org`],
  ];
  it("of people is read as it was written", async () => {
    const people = fc.record({
      encoding: tableEncodings,
      form: tableForms,
      style: styles,
      rows: fc.array(fc.tuple(fc.constantFrom(...addresses), localDays, fc.integer({ min: 1, max: 1439 })), {
        minLength: 1,
        maxLength: 8,
      }),
    });
    await fc.assert(
      fc.asyncProperty(people, async ({ encoding, form, style, rows }) => {
        const written = rows.map(([write, days, time], at) => ({
          written: write(`p${at}`),
          at: days * day + time * minute,
        }));
        const cells = written.map(({ written: [text], at }) => [
          text,
          style.both?.(at) ?? `${style.date(new Date(at))} ${style.time(at)}`,
        ]);
        const text = tableText([["Email", "Subscribed at"], ...cells], form);
        const read = await linesOf(encoded(text, encoding), "subscribers", style.order);
        expect(read.lines).toEqual(written.map(({ written: [, email], at }) => [email, instant(at)]));
      }),
      { numRuns: 300 },
    );
  });
});
