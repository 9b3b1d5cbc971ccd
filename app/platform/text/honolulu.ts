// Honolulu has no daylight saving time: it is UTC−10 all year. Our SQL uses the zone's name instead of the offset.
const behindUtc = 10 * 3_600_000; // ms

// Names by hand: the first formatter of Intl costs an isolate some 20 ms of CPU, and each later use 20 times as much.
const months = "January February March April May June July August September October November December".split(" ");
const weekdays = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday".split(" ");

/** The same instant as a date whose UTC fields are those that a clock in Honolulu shows. */
const inHonolulu = (at: Date) => new Date(at.getTime() - behindUtc);

const dayOfYear = (utc: Date) => `${months[utc.getUTCMonth()]} ${utc.getUTCDate()}`;
const day = (utc: Date) => `${dayOfYear(utc)}, ${utc.getUTCFullYear()}`;
const weekday = (utc: Date) => `${weekdays[utc.getUTCDay()]}, ${day(utc)}`;
const time = (utc: Date) =>
  `${utc.getUTCHours() % 12 || 12}:${String(utc.getUTCMinutes()).padStart(2, "0")} ${utc.getUTCHours() < 12 ? "AM" : "PM"}`;

/** May 22, 2025 */
export const honoluluDay = (at: Date) => day(inHonolulu(at));
/** May 22 */
export const honoluluDayOfYear = (at: Date) => dayOfYear(inHonolulu(at));
/** Thursday, May 22, 2025 */
export const honoluluWeekday = (at: Date) => weekday(inHonolulu(at));
/** May 2025 */
export const honoluluMonth = (at: Date) => `${months[inHonolulu(at).getUTCMonth()]} ${honoluluYear(at)}`;
/** 6:00 PM */
export const honoluluTime = (at: Date) => time(inHonolulu(at));
/** Q3 2026 */
export const honoluluQuarter = (at: Date) => `Q${Math.floor(inHonolulu(at).getUTCMonth() / 3) + 1} ${honoluluYear(at)}`;
export const honoluluYear = (at: Date) => inHonolulu(at).getUTCFullYear();
const isoText = (at: Date) => inHonolulu(at).toISOString();
/** 2025-05-22 */
export const honoluluIsoDay = (at: Date) => isoText(at).slice(0, 10);
/** 18:00 */
export const honoluluIsoTime = (at: Date) => isoText(at).slice(11, 16);
/** 2025-05-22T18:00:00-10:00 */
export const honoluluIsoInstant = (at: Date) => `${isoText(at).slice(0, 19)}-10:00`;
/** Returns the instant of a day (YYYY-MM-DD) and a time (HH:MM) in Honolulu. */
export const instantInHonolulu = (isoDay: string, isoTime: string) =>
  new Date(Date.parse(`${isoDay}T${isoTime}Z`) + behindUtc);

/** Formats a calendar day without a time (YYYY-MM-DD): May 22, 2025 */
export const longDay = (isoDay: string) => day(new Date(`${isoDay}T00:00:00Z`));
/** Thursday, May 22, 2025, in UTC */
export const utcWeekday = weekday;
/** 6:00 PM, in UTC */
export const utcTime = time;

export const dayInMilliseconds = 86_400_000;

/** The first midnight in Honolulu after an instant; both in epoch milliseconds. */
export const nextHonoluluMidnight = (at: number) =>
  (Math.floor((at - behindUtc) / dayInMilliseconds) + 1) * dayInMilliseconds + behindUtc;

/** May 20, 2027, 9:00 AM HST */
export const momentText = (at: string) => `${honoluluDay(new Date(at))}, ${honoluluTime(new Date(at))} HST`;

/** Formats a recent moment: 10:42 AM HST, with the day if it is not today. */
export function momentInWords(at: Date, now: Date): string {
  const clock = `${honoluluTime(at)} HST`;
  return honoluluIsoDay(at) === honoluluIsoDay(now) ? clock : `${clock} on ${honoluluDay(at)}`;
}

/** Describes how long ago something was, in whole minutes, hours or days. */
export function ageInWords(at: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000);
  if (minutes < 1) return "less than a minute ago";
  const [count, unit] =
    minutes < 60
      ? [minutes, "minute"]
      : minutes < 48 * 60
        ? [Math.floor(minutes / 60), "hour"]
        : [Math.floor(minutes / (24 * 60)), "day"];
  return `${count} ${unit}${count === 1 ? "" : "s"} ago`;
}
