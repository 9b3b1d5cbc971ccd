import { dayInMilliseconds } from "../../../platform/text/site-time.ts";
import { type LocalTime, localOf } from "./ics-values.ts";

/** A rule by which an event repeats (RFC 5545, 3.3.10), as far as it is about days. */
export interface Rule {
  frequency: "DAILY" | "WEEKLY" | "MONTHLY" | "YEARLY";
  interval: number;
  count?: number;
  until?: LocalTime;
  months?: number[];
  monthDays?: number[];
  /** 0 is Sunday; with the number of the weekday in its month or year */
  weekdays?: { day: number; nth?: number }[];
  positions?: number[];
  weekStart: number;
}

const names = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];
const read = {
  frequencies: ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"],
  parts: new Set(["FREQ", "INTERVAL", "COUNT", "UNTIL", "BYMONTH", "BYMONTHDAY", "BYDAY", "BYSETPOS", "WKST"]),
};

function numbersIn(text: string | undefined, most: number): number[] | undefined | null {
  if (text === undefined) return undefined;
  const numbers = text.split(",").slice(0, 400).map(Number);
  return numbers.every((each) => Number.isInteger(each) && each !== 0 && Math.abs(each) <= most) ? numbers : null;
}

function weekdaysIn(text: string | undefined): Rule["weekdays"] | null {
  if (text === undefined) return undefined;
  const found = text
    .split(",")
    .slice(0, 400)
    .map((each) => /^([+-]?\d{1,2})?(SU|MO|TU|WE|TH|FR|SA)$/.exec(each.trim()));
  if (found.some((each) => each === null || each[1]?.replace(/[+-]/, "") === "0")) return null;
  return found.flatMap((each) =>
    each ? [{ day: names.indexOf(each[2] ?? ""), ...(each[1] ? { nth: Number(each[1]) } : {}) }] : [],
  );
}

/** Reads a rule; a sentence for one that is broken, or that we cannot follow. */
export function readRule(text: string): Rule | { fault: string } {
  const parts = new Map(
    text
      .toUpperCase()
      .trim()
      .split(";")
      .filter(Boolean)
      .map((part) => part.split("=", 2) as [string, string | undefined]),
  );
  const frequency = parts.get("FREQ") ?? "";
  const isBelowDays = /^(?:SECONDLY|MINUTELY|HOURLY)$/.test(frequency);
  if (isBelowDays) return { fault: "It repeats more often than daily: make a series of it here." };
  const other = [...parts.keys()].find((name) => !read.parts.has(name));
  if (other)
    return {
      fault: `It repeats by a rule with ${other.slice(0, 20)}, which we cannot follow: make a series of it here.`,
    };
  const interval = Number(parts.get("INTERVAL") ?? 1);
  const count = parts.has("COUNT") ? Number(parts.get("COUNT")) : undefined;
  const until = parts.has("UNTIL") ? localOf(parts.get("UNTIL") ?? "") : undefined;
  const months = numbersIn(parts.get("BYMONTH"), 12);
  const monthDays = numbersIn(parts.get("BYMONTHDAY"), 31);
  const positions = numbersIn(parts.get("BYSETPOS"), 366);
  const weekdays = weekdaysIn(parts.get("BYDAY"));
  const weekStart = names.indexOf(parts.get("WKST") ?? "MO");
  const isWhole = (number: number) => Number.isInteger(number) && number > 0 && number <= 10_000;
  const isBroken =
    !read.frequencies.includes(frequency) ||
    !isWhole(interval) ||
    (count !== undefined && !isWhole(count)) ||
    weekStart < 0;
  if (isBroken || until === null || months === null || monthDays === null || positions === null || weekdays === null)
    return { fault: "It repeats by a rule that cannot be read: make a series of it here." };
  return {
    frequency: frequency as Rule["frequency"],
    ...{ interval, count, until, months, monthDays, weekdays, positions, weekStart },
  };
}

export const dayOf = (at: number) => Math.floor(at / dayInMilliseconds);
const dateOf = (day: number) => new Date(day * dayInMilliseconds);
const dayAt = (year: number, month: number, day: number) => dayOf(Date.UTC(year, month, day));

export interface Budget {
  steps: number;
}

/**
 * Yields the days of a rule in order, as days since 1970, none before `from` or after `to`. Ends when the budget does,
 * so that a rule without dates ends too.
 * @param start the day of the event, which gives what the rule leaves open
 */
export function* datesOfRule(rule: Rule, from: number, to: number, budget: Budget, start = from): Generator<number> {
  const { frequency, interval, positions } = rule;
  const begin = dateOf(start);
  let count = rule.count ?? Number.POSITIVE_INFINITY;
  // Without a count nothing depends on the periods before.
  let period = rule.count === undefined ? Math.max(0, periodsBefore(rule, start, from)) : 0;
  for (; budget.steps > 0; period += 1) {
    budget.steps -= 1;
    const [first, last] = spanOf(frequency, begin, start, period * interval, rule.weekStart);
    if (first > to) return;
    let days: number[] = [];
    for (let day = first; day <= last; day = nextDay(rule, day, begin)) {
      const isLikely = mayMatch(rule, day, begin);
      budget.steps -= isLikely ? 1 : 0.1;
      if (isLikely && matches(rule, day, begin)) days.push(day);
    }
    if (positions) days = positions.flatMap((at) => days.at(at > 0 ? at - 1 : at) ?? []).toSorted((a, b) => a - b);
    for (const day of new Set(days)) {
      if (day < start) continue;
      if (count <= 0 || day > to) return;
      count -= 1;
      if (day >= from) yield day;
    }
  }
}

/** How many whole periods lie between two days, a few less to be sure. */
function periodsBefore({ frequency, interval }: Rule, start: number, from: number): number {
  const length = { DAILY: 1, WEEKLY: 7, MONTHLY: 31, YEARLY: 366 }[frequency];
  return Math.floor((from - start) / (length * interval)) - 2;
}

function spanOf(
  frequency: Rule["frequency"],
  begin: Date,
  start: number,
  ahead: number,
  weekStart: number,
): [first: number, last: number] {
  const [year, month] = [begin.getUTCFullYear(), begin.getUTCMonth()];
  switch (frequency) {
    case "DAILY":
      return [start + ahead, start + ahead];
    case "WEEKLY": {
      const first = start - ((begin.getUTCDay() - weekStart + 7) % 7) + ahead * 7;
      return [first, first + 6];
    }
    case "MONTHLY":
      return [dayAt(year, month + ahead, 1), dayAt(year, month + ahead + 1, 0)];
    case "YEARLY":
      return [dayAt(year + ahead, 0, 1), dayAt(year + ahead, 11, 31)];
  }
}

/** The next day of a period that may match: months that the rule does not have are skipped. */
function nextDay({ frequency, months, monthDays, weekdays }: Rule, day: number, begin: Date): number {
  if (frequency !== "YEARLY" && frequency !== "MONTHLY") return day + 1;
  const date = dateOf(day);
  const month = date.getUTCMonth();
  const isOff = months
    ? !months.includes(month + 1)
    : frequency === "YEARLY" && !monthDays && !weekdays && month !== begin.getUTCMonth();
  return isOff ? dayAt(date.getUTCFullYear(), month + 1, 1) : day + 1;
}

/** Whether the weekday alone does not speak against a day: this takes a tenth of the time of the other questions. */
function mayMatch({ frequency, weekdays }: Rule, day: number, begin: Date): boolean {
  const weekday = (((day + 4) % 7) + 7) % 7;
  if (weekdays) return weekdays.some((each) => each.day === weekday);
  return frequency !== "WEEKLY" || weekday === begin.getUTCDay();
}

function matches({ frequency, months, monthDays, weekdays }: Rule, day: number, begin: Date): boolean {
  const date = dateOf(day);
  const [year, month, monthDay] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  if (months && !months.includes(month + 1)) return false;
  const lastDay = dateOf(dayAt(year, month + 1, 0)).getUTCDate();
  if (monthDays && !monthDays.some((each) => (each > 0 ? each : lastDay + 1 + each) === monthDay)) return false;
  if (weekdays) {
    const isInMonth = frequency === "MONTHLY" || (frequency === "YEARLY" && months !== undefined);
    const [index, length] = isInMonth
      ? [monthDay - 1, lastDay]
      : [day - dayAt(year, 0, 1), dayAt(year, 11, 31) - dayAt(year, 0, 1) + 1];
    const [nth, fromEnd] = [Math.floor(index / 7) + 1, -Math.floor((length - 1 - index) / 7) - 1];
    const hasNumbers = frequency === "MONTHLY" || frequency === "YEARLY";
    return weekdays.some(
      (each) => each.day === date.getUTCDay() && (!hasNumbers || !each.nth || each.nth === nth || each.nth === fromEnd),
    );
  }
  if (monthDays) return true;
  switch (frequency) {
    case "DAILY":
      return true;
    case "WEEKLY":
      return date.getUTCDay() === begin.getUTCDay();
    case "MONTHLY":
      return monthDay === begin.getUTCDate();
    case "YEARLY":
      return monthDay === begin.getUTCDate() && (months !== undefined || month === begin.getUTCMonth());
  }
}
