import { longWeekday } from "./site-time.ts";
import { isDay } from "./typed-moments.ts";
import { fixedOffset, ianaOffset, instantOfLocal, type OffsetAt } from "./zoned-time.ts";

/** Which of the two comes first in a date like 5/6/2027. */
export type DayOrder = "month-first" | "day-first";

/** A date as somebody wrote it, in the zone that it names. */
export interface WrittenMoment {
  /** YYYY-MM-DD */
  day: string;
  /** HH:MM */
  time?: string;
  /** from 0 to less than 60, with a time */
  seconds?: number;
  /** the zone that is written with the time */
  offset?: OffsetAt;
}

export interface WrittenFault {
  fault: "unreadable" | "no-year" | "no-such-day" | "other-weekday" | "which-first";
  /** the day that it is, where the weekday is wrong */
  day?: string;
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

const month =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";
const weekday = /^(sun|mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?)(?:day)?\.?,? /;
const year = "(?<year>\\d{4}|'?\\d{2})";
const dayOfMonth = "(?<day>\\d{1,2})(?:st|nd|rd|th)?";

/** What a date may look like; the first that matches the beginning of a text is taken, and the rest has to be a time. */
const forms = [
  /^(?<year>\d{4})(?<sign>[-/.])(?<month>\d{1,2})\k<sign>(?<day>\d{1,2})(?!\d)/,
  /^(?<year>\d{4})(?<month>\d{2})(?<day>\d{2})(?!\d)/,
  /^(?<first>\d{1,2})(?<sign>[-/])(?<second>\d{1,2})\k<sign>(?<year>\d{4}|\d{2})(?!\d)/,
  /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4}|\d{2})(?!\d)/,
  new RegExp(`^(?<name>${month})\\.? ${dayOfMonth},? ${year}(?!\\d)`),
  new RegExp(`^${dayOfMonth}\\.?(?: of |[- ])(?<name>${month})\\.?,?[- ]${year}(?!\\d)`),
];
const withoutYear = new RegExp(`^(?:(?:${month})\\.? \\d{1,2}|\\d{1,2}\\.? (?:${month})|\\d{1,2}/\\d{1,2})(?![\\d/])`);

const clock =
  /^(\d{1,2})(?::(\d{2})(?::(\d{2}(?:[.,]\d{1,9})?))?)? ?(am|pm|a\.m\.?|p\.m\.?|a|p)?(?![a-y\d:.,]|z[a-z])|^(\d{2})(\d{2})(\d{2})?(?![a-y\d:.,]|z[a-z])/;
const between = /^(?:t|,? (?:at |@ )?|, ?)(?=\d|noon)/;

/** The zones that RFC 5322 (4.3) names, and that of Hawaiʻi, in minutes ahead of UTC. */
const zoneNames: Record<string, number> = {
  ...{ z: 0, utc: 0, gmt: 0, hst: -600, est: -300, edt: -240, cst: -360, cdt: -300 },
  ...{ mst: -420, mdt: -360, pst: -480, pdt: -420, akst: -540, akdt: -480 },
};

const plain = (text: string) =>
  text
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/[‐‑‒–−]/g, "-")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();

/** Longer than any date; a text that is longer is none. */
const longest = 100;

/** Reads a date with or without a time, whole; what is only partly a date is none. */
export function readMoment(text: string, order?: DayOrder): WrittenMoment | WrittenFault {
  if (text.length > longest) return { fault: "unreadable" };
  const whole = plain(text);
  const serial = serialIn(whole);
  if (serial) return serial;
  const named = weekday.exec(whole);
  const said = named ? whole.slice(named[0].length) : whole;
  const found = forms.map((form) => form.exec(said)).find((match) => match !== null);
  if (!found) return { fault: withoutYear.test(said) ? "no-year" : "unreadable" };
  const day = dayOf(found.groups ?? {}, order);
  if (typeof day !== "string") return day;
  const rest = said.slice(found[0].length);
  const time = rest === "" ? {} : timeIn(rest.replace(between, ""), rest);
  if (!time) return { fault: "unreadable" };
  if (!isDay(day)) return { fault: "no-such-day" };
  const isOther = named && weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] !== named[1]?.slice(0, 3);
  return isOther ? { fault: "other-weekday", day } : { day, ...time };
}

function dayOf(
  { year = "", month, day, name, first, second }: Record<string, string | undefined>,
  order?: DayOrder,
): string | WrittenFault {
  const digits = year.replace("'", "");
  const full = digits.length === 2 ? `${Number(digits) < 70 ? 20 : 19}${digits}` : digits;
  const iso = (month: string | number, day: string) =>
    `${full}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`;
  if (name) return iso(months.indexOf(name.slice(0, 3)) + 1, day ?? "");
  if (first === undefined || second === undefined) return iso(month ?? "", day ?? "");
  const which = orderIn(first, second) ?? order;
  if (which === "either") return iso(first, second);
  if (!which) return { fault: "which-first" };
  return which === "month-first" ? iso(first, second) : iso(second, first);
}

/** Which comes first, if the numbers tell; "either" for two equal ones. */
function orderIn(first: string, second: string): DayOrder | "either" | null {
  if (Number(first) === Number(second)) return "either";
  if (Number(first) > 12) return "day-first";
  return Number(second) > 12 ? "month-first" : null;
}

/** Reads a day as people write it in the United States; a time behind it is not kept. */
function readDay(text: string): { day: string } | WrittenFault {
  const read = readMoment(text, "month-first");
  return "fault" in read ? read : { day: read.day };
}

/** The day of a date field, which some browsers show as a text field: YYYY-MM-DD, or what is no day as it was typed. */
export function typedDay(text: string): string {
  const read = readDay(text);
  return "fault" in read ? text : read.day;
}

/** As many words as a day may have: Thursday, the 20th of May, 2027, 6:00 PM HST. */
const mostWords = 8;

/**
 * Reads a list of days: each on a line of its own, or with commas, semicolons or blanks between them. A day takes as
 * many words as it can, so that "May 20, 2027, 6/17/2027" are two. Ends at the first that cannot be read.
 */
export function readDays(text: string): { days: string[] } | { fault: WrittenFault; said: string } {
  const days: string[] = [];
  for (const line of text.split(/[\n;]/)) {
    let words: string[] = line.match(/[^\s,]+[\s,]*/g) ?? [];
    while (words.length > 0) {
      const taken = words.slice(0, mostWords).map((_, more) =>
        words
          .slice(0, more + 1)
          .join("")
          .replace(/[\s,]+$/, ""),
      );
      const reads = taken.map(readDay);
      const at = reads.findLastIndex((read) => !("fault" in read));
      const read = reads[at];
      if (!read || "fault" in read) return faultOf(taken, reads);
      days.push(read.day);
      words = words.slice(at + 1);
    }
  }
  return { days };
}

/** What is most likely wrong with words of which none is a day. */
function faultOf(taken: string[], reads: ReturnType<typeof readDay>[]) {
  const faults = reads.map((read, at) => ({ fault: read as WrittenFault, said: taken[at] ?? "" }));
  const unreadable = { fault: { fault: "unreadable" }, said: taken[taken.length - 1] ?? "" } as const;
  return (
    faults.findLast(({ fault }) => fault.fault !== "unreadable" && fault.fault !== "no-year") ??
    faults.find(({ fault }) => fault.fault === "no-year") ??
    unreadable
  );
}

type Time = Pick<WrittenMoment, "time" | "seconds" | "offset">;

/** @param before the text with what leads over from the date, which has to be there */
function timeIn(text: string, before = ""): Time | null {
  if (before && before === text) return null;
  const noon = /^(?:12(?::00)? ?)?noon(?![a-z\d])/.exec(text);
  const found = noon ?? clock.exec(text);
  if (!found) return null;
  const [all, short, minutes, seconds, half, hour = short, minute = minutes, second = seconds] = found;
  if (!noon && !minute && !half) return null;
  const hours = noon ? 12 : half ? hourOf(Number(hour), half) : Number(hour);
  const [inMinutes, inSeconds] = [Number(minute ?? 0), Number((second ?? "0").replace(",", "."))];
  if (hours === null || hours > 23 || inMinutes > 59 || inSeconds >= 60) return null;
  const offset = offsetIn(text.slice(all.length).trim());
  if (offset === null) return null;
  const time = [hours, inMinutes].map((number) => String(number).padStart(2, "0")).join(":");
  return { time, ...(inSeconds ? { seconds: inSeconds } : {}), ...(offset ? { offset } : {}) };
}

const hourOf = (hour: number, half: string) =>
  hour < 1 || hour > 12 ? null : (hour % 12) + (half.startsWith("p") ? 12 : 0);

/** Undefined if no zone is written, null if none can be read. */
function offsetIn(text: string): OffsetAt | undefined | null {
  const zone = text.replace(/ ?\([^()]*\)$/, "");
  if (zone === "") return text === "" ? undefined : null;
  const minutes = zoneNames[zone];
  if (minutes !== undefined) return fixedOffset(minutes);
  const [, sign, hour, minute = "0"] = /^(?:utc|gmt)? ?([+-])(\d{1,2})(?::?(\d{2}))?$/.exec(zone) ?? [];
  if (hour && Number(hour) <= 14 && Number(minute) <= 59)
    return fixedOffset((sign === "-" ? -1 : 1) * (Number(hour) * 60 + Number(minute)));
  return zone.includes("/") ? ianaOffset(zone) : null;
}

/** The days of spreadsheets from 1954 to 2119: a smaller or larger number is more likely something else. */
const [firstSerial, lastSerial] = [20_000, 80_000];
/** The serial number of January 1, 1970, in spreadsheets that count from 1900. */
const epochSerial = 25_569;

/** A date as spreadsheets store it: days since 1900, with the time of day as a fraction. */
function serialIn(text: string): WrittenMoment | null {
  if (!/^\d{5}(?:[.,]\d{1,15})?$/.test(text)) return null;
  const serial = Number(text.replace(",", "."));
  if (serial < firstSerial || serial >= lastSerial) return null;
  const at = new Date(Math.round((serial - epochSerial) * 1440) * 60_000).toISOString();
  return { day: at.slice(0, 10), ...(Number.isInteger(serial) ? {} : { time: at.slice(11, 16) }) };
}

/** Reads a time of day from a column of its own, also as a fraction of a day; null for anything else. */
export function readTime(text: string): (Time & { time: string }) | null {
  if (text.length > longest) return null;
  const whole = plain(text);
  const [, fraction] = /^0?[.,](\d{1,15})$/.exec(whole) ?? [];
  const minutes = fraction ? Math.round(Number(`0.${fraction}`) * 1440) : 0;
  if (fraction && minutes < 1440) return { time: new Date(minutes * 60_000).toISOString().slice(11, 16) };
  const time = timeIn(whole);
  return time?.time ? { ...time, time: time.time } : null;
}

/** The time of a time field, which some browsers show as a text field: HH:MM, or what is no time as it was typed. */
export function typedTime(text: string): string {
  const read = readTime(text);
  return !read || read.offset ? text : read.time;
}

/**
 * Which comes first in the dates of a file, if one of them tells and none says otherwise; "unknown" if there are dates
 * that need it; undefined if there are none.
 */
export function dayOrderIn(texts: Iterable<string>): DayOrder | "unknown" | undefined {
  const said = new Set<DayOrder>();
  let isNeeded = false;
  for (const text of texts) {
    if (text.length > longest || !/\d[-/]\d/.test(text)) continue;
    const [, first, , second] =
      /^(?:[a-z]{3,9}\.?,? )?(\d{1,2})([-/])(\d{1,2})\2(?:\d{4}|\d{2})(?!\d)/.exec(plain(text)) ?? [];
    if (!first || !second) continue;
    const order = orderIn(first, second);
    if (order === null) isNeeded = true;
    else if (order !== "either") said.add(order);
  }
  const [only] = said;
  return said.size === 1 ? only : isNeeded ? "unknown" : undefined;
}

/** The instant of a date in the zone that it names, else in the given one, in epoch milliseconds. */
export function instantOfMoment({ day, time = "00:00", seconds = 0, offset }: WrittenMoment, zone: OffsetAt): number {
  const local = Date.parse(`${day}T${time}:00Z`) + Math.round(seconds * 1000);
  return instantOfLocal(local, offset ?? zone);
}

const weekdayOf = (day: string) => longWeekday(day).replace(/,.*/, "");

const moments = ["2027-05-20 18:00", "5/20/2027 6:00 PM"] as const;
/** What a field of days without times says to write. */
export const writtenDays = ["May 20, 2027", "5/20/2027"] as const;

/** Why a date cannot be read and what to write instead. @param said the value, shortened */
export function dateFaultText(
  { fault, day }: WrittenFault,
  said: string,
  [like, other] = moments as readonly [string, string],
): string {
  switch (fault) {
    case "no-such-day":
      return `“${said}” is a day that does not exist.`;
    case "no-year":
      return `“${said}” has no year: write it like ${like}.`;
    case "other-weekday":
      return `“${said}” names another weekday: ${day} is a ${weekdayOf(day ?? "")}.`;
    case "which-first":
      return `“${said}” can be two days: choose under “Columns” whether the month or the day comes first.`;
    case "unreadable":
      return `“${said}” is not a date that we can read: write it like ${like} or ${other}.`;
  }
}
