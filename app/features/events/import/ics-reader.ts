import type { CsvLine } from "../../../admin/csv-reader.ts";
import { excerptOf } from "../../../admin/excerpt.ts";
import type { ImportedFile } from "../../../admin/import-noun.ts";
import { zone } from "../../../community.ts";
import { numberText } from "../../../platform/text/number-text.ts";
import {
  dayInMilliseconds,
  longDay,
  offsetText,
  siteIsoDay,
  siteOffset,
  zoneNames,
} from "../../../platform/text/site-time.ts";
import { instantOfLocal } from "../../../platform/text/zoned-time.ts";
import { type Zone, zonesOf } from "./calendar-zones.ts";
import { htmlAsMarkdown, isHtml } from "./html-as-markdown.ts";
import { type Component, componentsOf, type Property, plainText } from "./ics-properties.ts";
import { dayBefore, durationOf, isoDay, type LocalTime, localOf } from "./ics-values.ts";
import { type Budget, datesOfRule, dayOf, type Rule, readRule } from "./recurrence-rule.ts";
import { isoDayOf, ruleAsSeries } from "./rule-as-series.ts";

const columns = [
  ...["SUMMARY", "DTSTART", "DTEND", "LOCATION", "DESCRIPTION", "URL", "STATUS", "CLASS", "CONFERENCE", "SEQUENCE"],
  ...["X-NOTE", "X-PROBLEM", "UID"],
] as const;
const seriesColumns = ["X-SERIES", "X-SERIES-DAY", "X-LATER"] as const;
type Column = (typeof columns)[number];
type Row = Record<Column, string> & Partial<Record<(typeof seriesColumns)[number], string>>;

/** The most dates that a rule is taken apart into, and how far ahead. */
const mostDates = 200;
const monthsAhead = 24;
/** The editions of a series without an end that are made at once; it makes the others itself. */
const mostEditions = 12;
/** An event takes some 0.2 ms of CPU, and a request has a second. */
const mostEvents = 2000;
/** Days that may be looked at for the rules of one file. */
const mostSteps = 100_000;
/** How many years a rule is followed that has a number of dates. */
const mostYears = 210;
/** How many properties with dates that are left out, or added, are read of one event. */
const mostExceptions = 5000;
/** Longer than any text that can be kept. */
const longestText = 100_000;

const leftOut: [names: string[], what: string][] = [
  [["ATTACH"], "attachments"],
  [["CATEGORIES"], "categories"],
  [["ATTENDEE"], "guests"],
  [["GEO"], "position on the map"],
];

interface Calendar {
  zoneOf(id: string): Zone | null;
  /** the zone of times without one; null for the site's */
  usual: string | null;
}

interface Moment {
  local: LocalTime;
  /** the zone that it names, undefined for a time without one */
  zone?: Zone;
  /** the instant in epoch milliseconds; of a day, as if it were UTC */
  instant: number;
}

interface Entry {
  line: number;
  component: Component;
  calendar: Calendar;
  uid: string;
  /** which date of a series it is, as a UTC instant or a day */
  instance: string;
  version: [sequence: number, stamp: string];
}

const first = ({ properties }: Component, name: string) => properties.get(name)?.[0];
const rawOf = (component: Component, name: string) => first(component, name)?.value.trim() ?? "";

/**
 * Reads the events of a calendar file (RFC 5545) as rows, each with the number of its first line; null if the text is
 * not a calendar. Times are as in the file, in UTC, in the site's zone, or followed by their zone; dates that repeat
 * are rows of their own, behind the last line of the file.
 */
export function readCalendar(text: string, now = new Date()): ImportedFile | { fault: string } | null {
  if (!/^[\ufeff\s]*BEGIN:VCALENDAR\s/i.test(text.slice(0, 1000))) return null;
  const { calendars, notes } = componentsOf(text);
  const zoneOf = zonesOf(calendars);
  const entries = calendars.flatMap((component) => entriesOf(component, { zoneOf, usual: usualZone(component) }));
  if (entries.length === 0) return { fault: "There is no event in this calendar file." };
  const tooMany = {
    fault: `The calendar has more than ${numberText(mostEvents)} events. Export a shorter period, or split it.`,
  };
  if (entries.length > mostEvents) return tooMany;
  const budget: Budget = { steps: mostSteps };
  const moved = movedDates(entries);
  const newest = newestOf(entries);
  const rows: Row[][] = [];
  let count = 0;
  for (const entry of entries) {
    const newer = newest.get(keyOf(entry));
    const row = rowOf(entry);
    if (newer && newer !== entry && isOlder(entry, newer))
      rows.push([{ ...row, "X-PROBLEM": `Line ${numberText(newer.line)} has a newer version of it.` }]);
    else rows.push(withDates(entry, row, moved.get(entry.uid) ?? new Set(), budget, now));
    count += rows.at(-1)?.length ?? 0;
    if (count > mostEvents) return tooMany;
  }
  joinSeries(entries, rows);
  const hasSeries = rows.flat().some((row) => row["X-SERIES"]);
  const shown = hasSeries ? [...columns, ...seriesColumns] : columns;
  const lines: CsvLine[] = [];
  const later: CsvLine[] = [];
  const end = text.split(/\r*\n|\r/).length;
  entries.forEach(({ line }, at) => {
    (rows[at] ?? []).forEach((row, index) => {
      const cells = shown.map((column) => row[column] ?? "");
      const target = index === 0 ? lines : later;
      target.push({ line: index === 0 ? line : end + later.length + 1, cells, count: cells.length, isBroken: false });
    });
  });
  const others = calendars.flatMap(({ parts }) => parts).filter(({ name }) => name === "VTODO" || name === "VJOURNAL");
  if (others.length > 0) notes.push(`Tasks and notes were left out: ${numberText(others.length)}.`);
  if (later.length > 0) notes.push(`Lines after ${numberText(end)} are further dates of events that repeat.`);
  return { columns: [...shown], lines: [...lines, ...later], notes };
}

/**
 * Moved dates are editions of the series of their event. A name is that of one series: where two events have it, the
 * second one is taken apart into single dates.
 */
function joinSeries(entries: readonly Entry[], rows: Row[][]) {
  const rules = new Map<string, string>();
  const names = new Set<string>();
  entries.forEach(({ uid, instance }, at) => {
    const [{ SUMMARY: title, "X-SERIES": rule = "" } = { SUMMARY: "" }] = rows[at] ?? [];
    if (instance || !rule) return;
    if (names.has(title.toLowerCase()))
      rows[at] = (rows[at] ?? []).map((row) => ({ ...row, "X-SERIES": "", "X-SERIES-DAY": "", "X-LATER": "" }));
    else if (uid) rules.set(uid, rule);
    names.add(title.toLowerCase());
  });
  entries.forEach(({ uid, instance, calendar }, at) => {
    const rule = instance && rules.get(uid);
    const local = rule ? localOf(instance) : null;
    const moment = local && momentAt(local, undefined, calendar);
    if (rule && moment)
      rows[at] = (rows[at] ?? []).map((row) => ({ ...row, "X-SERIES": rule, "X-SERIES-DAY": dayIn(moment) }));
  });
}

const dayIn = ({ local: { isDay }, instant }: Moment) => isoDayOf({ at: instant, isDay });

const usualZone = (component: Component) => rawOf(component, "X-WR-TIMEZONE") || null;

function entriesOf(component: Component, calendar: Calendar): Entry[] {
  const events = component.name === "VEVENT" ? [component] : component.parts;
  return events
    .filter(({ name }) => name === "VEVENT")
    .map((event) => {
      const which = first(event, "RECURRENCE-ID");
      const moment = which && momentOf(which, calendar);
      return {
        ...{ line: event.line, component: event, calendar, uid: plainText(rawOf(event, "UID")) },
        instance: which ? (moment ? instanceOf(moment) : which.value.trim()) : "",
        version: [
          Number(/^\d{1,9}$/.exec(rawOf(event, "SEQUENCE"))?.[0] ?? 0),
          rawOf(event, "LAST-MODIFIED") || rawOf(event, "DTSTAMP"),
        ],
      };
    });
}

/** A text of its own for each date of a series, whatever zone it is written in. */
const instanceOf = ({ local, instant }: Moment) =>
  local.isDay ? isoDay(instant).replaceAll("-", "") : `${new Date(instant).toISOString().replace(/[-:]|\.\d+/g, "")}`;

const keyOf = ({ uid, instance, line }: Entry) => (uid ? `${uid}\n${instance}` : `\n${line}`);

const isOlder = ({ version: [a, at] }: Entry, { version: [b, then] }: Entry) => a < b || (a === b && at < then);

function newestOf(entries: readonly Entry[]): Map<string, Entry> {
  const newest = new Map<string, Entry>();
  for (const entry of entries) {
    const other = newest.get(keyOf(entry));
    if (!other || isOlder(other, entry)) newest.set(keyOf(entry), entry);
  }
  return newest;
}

function movedDates(entries: readonly Entry[]): Map<string, Set<string>> {
  const moved = new Map<string, Set<string>>();
  for (const { uid, instance } of entries)
    if (uid && instance) moved.set(uid, (moved.get(uid) ?? new Set()).add(instance));
  return moved;
}

function momentOf({ value, parameters }: Property, calendar: Calendar): Moment | null {
  const local = localOf(value);
  return local && momentAt(local, parameters.get("TZID"), calendar);
}

function momentAt(local: LocalTime, id: string | undefined, { zoneOf, usual }: Calendar): Moment | null {
  if (local.isDay || local.isUtc) return { local, instant: local.at };
  const zone = id ? zoneOf(id) : usual ? zoneOf(usual) : siteZone;
  if (!zone) return null;
  return { local, zone: id || usual ? zone : undefined, instant: instantOfLocal(local.at, zone.offset) };
}

const siteZone: Zone = { name: zone.name, offset: siteOffset };

/** Whether the site's clocks show the same, as in a zone by another name. */
const isSiteTime = ({ zone, instant }: Moment) => !zone || zone.offset(instant) === siteOffset(instant);

/** A time as the table shows it: in UTC, in the site's zone, or followed by its zone. */
function written(moment: Moment): string {
  const { local, zone, instant } = moment;
  if (local.isDay) return isoDay(local.at);
  // the second of two hours with the same name, in which a duration can end
  const isSecond = instantOfLocal(local.at, (zone ?? siteZone).offset) !== instant;
  if (local.isUtc || isSecond) return `${new Date(instant).toISOString().slice(0, 16)}Z`;
  const clock = new Date(local.at).toISOString().slice(0, 16);
  if (!zone || isSiteTime(moment)) return clock;
  return zone.name ? `${clock.replace("T", " ")} ${zone.name}` : `${clock}${offsetText(local.at - instant)}`;
}

function rowOf({ component, calendar, uid, instance }: Entry): Row {
  const text = (name: string) => plainText(first(component, name)?.value ?? "");
  const start = first(component, "DTSTART");
  const begins = start && momentOf(start, calendar);
  const id = start?.parameters.get("TZID");
  const isUnknown = start && !begins && localOf(start.value) !== null;
  const { end, note } = begins ? endOf(component, calendar, begins) : { end: "", note: "" };
  const about = aboutOf(component);
  const notes = [
    note,
    isUnknown || !begins ? "" : zoneNote(begins, id, calendar),
    ...leftOut.flatMap(([names, what]) =>
      names.some((name) => component.properties.has(name)) ? [`Not brought in: its ${what}.`] : [],
    ),
  ];
  return {
    SUMMARY: text("SUMMARY"),
    DTSTART: begins ? written(begins) : (start?.value.trim() ?? ""),
    DTEND: end,
    LOCATION: text("LOCATION"),
    DESCRIPTION: about,
    URL: rawOf(component, "URL"),
    STATUS: rawOf(component, "STATUS"),
    CLASS: rawOf(component, "CLASS"),
    CONFERENCE:
      rawOf(component, "CONFERENCE") ||
      rawOf(component, "X-GOOGLE-CONFERENCE") ||
      rawOf(component, "X-MICROSOFT-SKYPETEAMSMEETINGURL"),
    SEQUENCE: rawOf(component, "SEQUENCE"),
    "X-NOTE": notes.filter(Boolean).join("\n"),
    "X-PROBLEM": isUnknown
      ? `Its time zone is not known and not described in the file: “${excerptOf(id ?? calendar.usual ?? "")}”. Write the time in UTC, or in a zone like America/New_York.`
      : "",
    UID: [uid, instance].filter(Boolean).join(" "),
  };
}

/** What is taken for the zone of a time that names none. */
function zoneNote(moment: Moment, id: string | undefined, { usual }: Calendar): string {
  const { local } = moment;
  if (local.isDay || local.isUtc || id) return "";
  return usual && !isSiteTime(moment)
    ? `Its time has no zone, so that of the calendar was taken: ${excerptOf(usual)}.`
    : `Its time has no zone and was taken as ${zoneNames}.`;
}

function aboutOf(component: Component): string {
  const plain = plainText(first(component, "DESCRIPTION")?.value ?? "");
  const rich = plainText(first(component, "X-ALT-DESC")?.value ?? "");
  const text = plain || rich;
  return text.length <= longestText && isHtml(text) ? htmlAsMarkdown(text) : text;
}

/** The end, from DTEND or DURATION; what cannot be one is left out and said. */
function endOf(component: Component, calendar: Calendar, begins: Moment): { end: string; note: string } {
  const [given, long] = [first(component, "DTEND"), first(component, "DURATION")];
  if (!given && !long) return { end: "", note: "" };
  const said = excerptOf((given ?? long)?.value ?? "");
  const ends = given ? momentOf(given, calendar) : afterDuration(begins, long?.value ?? "");
  if (!ends) return { end: "", note: `The end cannot be read and was left out: “${said}”.` };
  if (begins.local.isDay && ends.local.isDay)
    return { end: ends.instant > begins.instant ? dayBefore(ends.instant) : "", note: "" };
  if (begins.local.isDay !== ends.local.isDay) return { end: written(ends), note: "" };
  if (ends.instant < begins.instant)
    return { end: "", note: `The end is before the start, so it was left out: “${said}”.` };
  return { end: ends.instant === begins.instant ? "" : written(ends), note: "" };
}

/** Days are as long as the clock says, hours as long as they are. */
function afterDuration(begins: Moment, value: string): Moment | null {
  const length = durationOf(value);
  if (!length) return null;
  const { local, zone } = begins;
  const offset = (zone ?? siteZone).offset;
  const days = length.days * dayInMilliseconds;
  if (local.isDay) return { local: { ...local, at: local.at + days }, instant: local.at + days };
  const instant = (local.isUtc ? begins.instant + days : instantOfLocal(local.at + days, offset)) + length.rest;
  const at = local.isUtc ? instant : instant + offset(instant);
  return { local: { ...local, at }, zone, instant };
}

/** The dates of an event: its own, or those of its rule and its list, without those that are left out or moved. */
function withDates(
  { component, calendar, uid, instance, line }: Entry,
  row: Row,
  moved: Set<string>,
  budget: Budget,
  now: Date,
): Row[] {
  const [rule, others] = [first(component, "RRULE"), component.properties.get("RDATE") ?? []];
  const start = first(component, "DTSTART");
  const begins = start && momentOf(start, calendar);
  if (instance || (!rule && others.length === 0) || !begins || row["X-PROBLEM"]) return [row];
  const refused = (problem: string) => [{ ...row, "X-PROBLEM": problem }];
  if (component.properties.has("EXRULE"))
    return refused("It repeats with exceptions by a rule: make a series of it here.");
  const read = rule ? readRule(rule.value) : null;
  if (read && "fault" in read) return refused(read.fault);
  const found = read ? datesOf(begins, read, budget, now) : { dates: [begins], note: "", isWhole: true };
  if (budget.steps <= 0)
    return refused("The rules of this file have too many dates to follow: make a series of it here.");
  if (found.dates.length === 0 && others.length === 0) return refused(found.note);
  const listed = others.slice(0, mostExceptions).flatMap((property) => listOf(property, calendar));
  const isLeftOut = new Set([
    ...(component.properties.get("EXDATE") ?? [])
      .slice(0, mostExceptions)
      .flatMap((each) => listOf(each, calendar).map(instanceOf)),
    ...moved,
  ]);
  const dates = new Map([...found.dates, ...listed].map((moment) => [instanceOf(moment), moment]));
  const kept = [...dates].filter(([name]) => !isLeftOut.has(name)).toSorted(([, a], [, b]) => a.instant - b.instant);
  if (kept.length === 0) return refused("All of its dates are left out or moved in the file.");
  const shown = kept.slice(0, mostDates);
  const dated = found.dates.map(({ local: { isDay }, instant }) => ({ at: instant, isDay }));
  const without = found.dates.filter((each) => isLeftOut.has(instanceOf(each)) && !moved.has(instanceOf(each)));
  const series =
    read && listed.length === 0
      ? ruleAsSeries(row.SUMMARY, read, dated, without.map(dayIn), found.isWhole, budget)
      : null;
  return shown.map(([name, moment], at) => {
    const more = [
      `Date ${numberText(at + 1)} of ${numberText(shown.length)} of the event on line ${numberText(line)}, which repeats.`,
      ...(at === 0
        ? [found.note, isLeftOut.size > 0 ? `Left out or moved in the file: ${numberText(isLeftOut.size)}.` : ""]
        : []),
    ];
    return {
      ...row,
      ...{ DTSTART: written(moment), DTEND: shiftedEnd(component, calendar, begins, moment) },
      "X-NOTE": [row["X-NOTE"], ...more].filter(Boolean).join("\n"),
      UID: uid ? `${uid} ${name}` : "",
      ...(series ? { "X-SERIES": JSON.stringify(series), "X-SERIES-DAY": dayIn(moment) } : {}),
      ...(series && !found.isWhole && at >= mostEditions ? { "X-LATER": "1" } : {}),
    };
  });
}

/** The dates of a rule: all of a short one, else those of the next two years. */
function datesOf(
  begins: Moment,
  rule: Rule,
  budget: Budget,
  now: Date,
): { dates: Moment[]; note: string; isWhole: boolean } {
  const { local } = begins;
  const time = ((local.at % dayInMilliseconds) + dayInMilliseconds) % dayInMilliseconds;
  const zone = begins.zone ?? siteZone;
  const momentOn = (day: number): Moment => {
    const at = day * dayInMilliseconds + time;
    const instant = local.isDay || local.isUtc ? at : instantOfLocal(at, zone.offset);
    return { local: { ...local, at }, zone: begins.zone, instant };
  };
  const isWithin = ({ instant, local: { at } }: Moment) =>
    !rule.until ||
    (rule.until.isDay ? dayOf(at) <= dayOf(rule.until.at) : (rule.until.isUtc ? instant : at) <= rule.until.at);
  const start = dayOf(local.at);
  const today = dayOf(Date.parse(`${siteIsoDay(now)}T00:00:00Z`));
  const isShort = rule.count !== undefined ? rule.count <= mostDates : rule.until !== undefined;
  const farthest = start + mostYears * 366;
  const last = rule.until ? Math.min(dayOf(rule.until.at) + 1, farthest) : farthest;
  const take = (from: number, to: number): Moment[] => {
    const dates: Moment[] = [];
    for (const day of datesOfRule(rule, from, to, budget, start)) {
      const moment = momentOn(day);
      if (!isWithin(moment) || dates.length > mostDates) break;
      dates.push(moment);
    }
    return dates;
  };
  if (isShort) {
    const all = take(start, last);
    if (all.length > 0 && all.length <= mostDates) return { dates: all, note: "", isWhole: true };
  }
  const from = Math.max(start, today);
  const ends = new Date(from * dayInMilliseconds);
  ends.setUTCMonth(ends.getUTCMonth() + monthsAhead);
  const dates = take(from, Math.min(last, dayOf(ends.getTime()))).slice(0, mostDates);
  const latest = dates.at(-1);
  if (!latest)
    return { dates, note: "It repeats, but by its rule it has no date in the next 24 months.", isWhole: false };
  return {
    dates,
    isWhole: false,
    note: `Its dates until ${longDay(isoDay(latest.local.at))} are listed; later ones are not.`,
  };
}

/** The dates of RDATE and EXDATE; of a period, where it begins. */
function listOf({ value, parameters }: Property, calendar: Calendar): Moment[] {
  return value
    .split(",", 1000)
    .flatMap((each) => localOf(each.replace(/\/.*$/, "")) ?? [])
    .flatMap((local) => momentAt(local, parameters.get("TZID"), calendar) ?? []);
}

function shiftedEnd(component: Component, calendar: Calendar, begins: Moment, moment: Moment): string {
  const given = first(component, "DTEND");
  if (!given) return endOf(component, calendar, moment).end;
  const ends = momentOf(given, calendar);
  if (!ends || ends.local.isDay !== begins.local.isDay) return "";
  const at = ends.local.at + moment.local.at - begins.local.at;
  const local = { ...ends.local, at };
  if (local.isDay) return at > moment.local.at ? dayBefore(at) : "";
  const shifted = momentAt(local, given.parameters.get("TZID"), calendar);
  return shifted && shifted.instant > moment.instant ? written(shifted) : "";
}
