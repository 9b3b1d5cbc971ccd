import { broughtLine } from "../../../admin/brought-text.ts";
import { dayInMilliseconds, localDate, siteIsoDay } from "../../../platform/text/site-time.ts";
import { lengthOf } from "../../../platform/text/text.ts";
import type { frequencies } from "../../series/series.ts";
import { isoDay } from "./ics-values.ts";
import { type Budget, datesOfRule, dayOf, type Rule } from "./recurrence-rule.ts";

/** The rule of a series here that has the same dates as one of a calendar file; days are Honolulu's. */
export interface SeriesRule {
  name: string;
  frequency: (typeof frequencies)[number];
  /** 1 for Monday to 7 for Sunday */
  weekday: number;
  every_weeks: number | null;
  week_of_month: number | null;
  first_day: string;
  last_day: string | null;
  left_out: string[];
}

/** A date of an event that repeats; `at` is its instant in epoch milliseconds, and of a day that day in UTC. */
interface Dated {
  at: number;
  isDay: boolean;
}

const mostLeftOut = 100;
const longestName = 100;

export const isoDayOf = ({ at, isDay }: Dated) => (isDay ? isoDay(at) : siteIsoDay(new Date(at)));

const dayNumber = (day: string) => dayOf(Date.parse(`${day}T00:00:00Z`));

/**
 * Returns the rule of a series that has exactly these dates, or null: a series has editions every few weeks, or on the
 * first to fourth or last weekday of each month, at one hour in Honolulu.
 * @param dates all dates of the rule that are looked at, in order
 * @param leftOut days of them without an edition
 * @param isWhole whether the rule has no other dates
 */
export function ruleAsSeries(
  title: string,
  rule: Rule,
  dates: readonly Dated[],
  leftOut: readonly string[],
  isWhole: boolean,
  budget: Budget,
): SeriesRule | null {
  const name = broughtLine(title);
  const [begin] = dates;
  const last = dates.at(-1);
  const { frequency, interval, months, monthDays, weekdays = [] } = rule;
  if (!begin || !last || dates.length < 2 || name === "" || lengthOf(name) > longestName) return null;
  if (leftOut.length > mostLeftOut) return null;
  if (months || monthDays || weekdays.length > 1 || (rule.count && !isWhole)) return null;
  const hourOf = ({ at, isDay }: Dated) => (isDay ? 0 : localDate(new Date(at)).getTime() % dayInMilliseconds);
  if (dates.some((each) => hourOf(each) !== hourOf(begin))) return null;
  const days = dates.map((each) => dayNumber(isoDayOf(each)));
  const [first = 0] = days;
  const date = new Date(first * dayInMilliseconds);
  const end = days.at(-1) ?? first;
  const isSame = (candidate: Rule) => {
    const found = [...datesOfRule(candidate, first, end, budget, first)];
    return found.length === days.length && found.every((day, at) => day === days[at]);
  };
  const until = rule.until && isoDayOf({ at: rule.until.at, isDay: rule.until.isDay || !rule.until.isUtc });
  const common = {
    ...{ name, weekday: date.getUTCDay() || 7, first_day: isoDay(first * dayInMilliseconds) },
    ...{ last_day: isWhole ? isoDay(end * dayInMilliseconds) : (until ?? null), left_out: [...leftOut] },
  };
  const weekday = date.getUTCDay();
  if (frequency === "WEEKLY" && interval <= 52) {
    const same = isSame({ frequency, interval, weekdays: [{ day: weekday }], weekStart: 1 });
    return same ? { ...common, frequency: "weeks", every_weeks: interval, week_of_month: null } : null;
  }
  if (frequency !== "MONTHLY" || interval !== 1) return null;
  const said = weekdays[0]?.nth ?? rule.positions?.[0];
  const nths = [said, Math.ceil(date.getUTCDate() / 7), -1].filter(
    (nth) => nth && (nth === -1 || (nth > 0 && nth < 5)),
  );
  const nth = nths.find((each) =>
    isSame({ frequency, interval, weekdays: [{ day: weekday, nth: each }], weekStart: 1 }),
  );
  return nth ? { ...common, frequency: "month", every_weeks: null, week_of_month: nth } : null;
}
