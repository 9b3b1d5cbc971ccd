import { zone } from "../../community.ts";
import { clockOf } from "./posix-clock.ts";

const clock = clockOf(zone.clock);

/** How many milliseconds the site's zone is ahead of UTC at an instant in epoch milliseconds. */
export const siteOffset = clock.offsetAt;

/** HST */
export const zoneNames = clock.names;
/** Honolulu (HST) */
export const zoneInWords = `${zone.place} (${zoneNames})`;

// Names by hand: the first formatter of Intl costs an isolate some 20 ms of CPU, and each later use 20 times as much.
const months = "January February March April May June July August September October November December".split(" ");
const weekdays = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

/** The same instant as a date whose UTC fields are those that a clock in the site's zone shows. */
export const localDate = (at: Date) => new Date(at.getTime() + siteOffset(at.getTime()));

const dayOfYear = (utc: Date) => `${months[utc.getUTCMonth()]} ${utc.getUTCDate()}`;
const day = (utc: Date) => `${dayOfYear(utc)}, ${utc.getUTCFullYear()}`;
const weekday = (utc: Date) => `${weekdays[utc.getUTCDay()]}, ${day(utc)}`;
const time = (utc: Date) =>
  `${utc.getUTCHours() % 12 || 12}:${String(utc.getUTCMinutes()).padStart(2, "0")} ${utc.getUTCHours() < 12 ? "AM" : "PM"}`;

/** May 22, 2025 */
export const siteDay = (at: Date) => day(localDate(at));
/** May 22 */
export const siteDayOfYear = (at: Date) => dayOfYear(localDate(at));
/** Thursday, May 22, 2025 */
export const siteWeekday = (at: Date) => weekday(localDate(at));
/** May 2025 */
export const siteMonth = (at: Date) => `${months[localDate(at).getUTCMonth()]} ${siteYear(at)}`;
/** 6:00 PM */
export const siteTime = (at: Date) => time(localDate(at));
/** Q3 2026 */
export const siteQuarter = (at: Date) => `Q${Math.floor(localDate(at).getUTCMonth() / 3) + 1} ${siteYear(at)}`;
export const siteYear = (at: Date) => localDate(at).getUTCFullYear();
const isoText = (at: Date) => localDate(at).toISOString();
/** 2025-05-22 */
export const siteIsoDay = (at: Date) => isoText(at).slice(0, 10);
/** 18:00 */
export const siteIsoTime = (at: Date) => isoText(at).slice(11, 16);
/** 2025-05-22T18:00:00-10:00 */
export const siteIsoInstant = (at: Date) => `${isoText(at).slice(0, 19)}${offsetText(siteOffset(at.getTime()))}`;
export const zoneNameAt = (at: Date) => clock.nameAt(at.getTime());
/** 6:00 PM HST */
export const zonedTime = (at: Date) => `${siteTime(at)} ${zoneNameAt(at)}`;

/** Writes milliseconds ahead of UTC: -10:00 */
export function offsetText(ahead: number): string {
  const minutes = Math.abs(Math.round(ahead / 60_000));
  const text = [Math.floor(minutes / 60), minutes % 60].map((each) => String(each).padStart(2, "0")).join(":");
  return `${ahead < 0 ? "-" : "+"}${text}`;
}

/**
 * Returns the instant of a day (YYYY-MM-DD) and a time (HH:MM) in the site's zone, like Postgres: of an hour that comes
 * twice the second, and in one that is left out what clocks show that were not set.
 */
export function siteInstant(isoDay: string, isoTime: string): Date {
  const local = Date.parse(`${isoDay}T${isoTime}Z`);
  const at = local - siteOffset(local + dayInMilliseconds);
  return new Date(localDate(new Date(at)).getTime() === local ? at : local - siteOffset(local - dayInMilliseconds));
}

/** Returns the day some days after another, both YYYY-MM-DD. */
export const laterDay = (isoDay: string, days = 1) =>
  new Date(Date.parse(`${isoDay}T00:00:00Z`) + days * dayInMilliseconds).toISOString().slice(0, 10);

/** Formats a calendar day without a time (YYYY-MM-DD): May 22, 2025 */
export const longDay = (isoDay: string) => day(new Date(`${isoDay}T00:00:00Z`));
/** Formats a calendar day with its weekday: Thursday, May 22, 2025 */
export const longWeekday = (isoDay: string) => weekday(new Date(`${isoDay}T00:00:00Z`));
/** Thursday, May 22, 2025, in UTC */
export const utcWeekday = weekday;
/** 6:00 PM, in UTC */
export const utcTime = time;

export const dayInMilliseconds = 86_400_000;

/** The first midnight in the site's zone after an instant; both in epoch milliseconds. */
export const nextSiteMidnight = (at: number) => siteInstant(laterDay(siteIsoDay(new Date(at))), "00:00").getTime();

/** May 20, 2027, 9:00 AM HST */
export const momentText = (at: string) => `${siteDay(new Date(at))}, ${zonedTime(new Date(at))}`;
