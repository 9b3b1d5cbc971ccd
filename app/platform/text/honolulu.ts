// Honolulu has no daylight saving time: it is UTC−10 all year. Our SQL uses the zone's name instead of the offset.
const zone = "Pacific/Honolulu";
const behindUtc = 10 * 3_600_000; // ms

/** Creating a formatter takes a millisecond, so each is created when first needed and not at Worker startup. */
function format(options: Intl.DateTimeFormatOptions) {
  let made: Intl.DateTimeFormat | undefined;
  return (at: Date) => {
    made ??= new Intl.DateTimeFormat("en-US", { timeZone: zone, ...options });
    return made.format(at);
  };
}

/** May 22, 2025 */
export const honoluluDay = format({ year: "numeric", month: "long", day: "numeric" });
/** May 22 */
export const honoluluDayOfYear = format({ month: "long", day: "numeric" });
/** Thursday, May 22, 2025 */
export const honoluluWeekday = format({ weekday: "long", year: "numeric", month: "long", day: "numeric" });
/** May 2025 */
export const honoluluMonth = format({ year: "numeric", month: "long" });
const time = format({ hour: "numeric", minute: "2-digit" });
/** 6:00 PM */
export const honoluluTime = (at: Date) => time(at).replace(/[\u202f\u00a0]/g, " ");
const monthNumber = format({ month: "numeric" });
/** Q3 2026 */
export const honoluluQuarter = (at: Date) => `Q${Math.ceil(Number(monthNumber(at)) / 3)} ${honoluluYear(at)}`;
export const honoluluYear = (at: Date) => new Date(at.getTime() - behindUtc).getUTCFullYear();
const isoText = (at: Date) => new Date(at.getTime() - behindUtc).toISOString();
/** 2025-05-22 */
export const honoluluIsoDay = (at: Date) => isoText(at).slice(0, 10);
/** 18:00 */
export const honoluluIsoTime = (at: Date) => isoText(at).slice(11, 16);
/** 2025-05-22T18:00:00-10:00 */
export const honoluluIsoInstant = (at: Date) => `${isoText(at).slice(0, 19)}-10:00`;
/** Returns the instant of a day (YYYY-MM-DD) and a time (HH:MM) in Honolulu. */
export const instantInHonolulu = (isoDay: string, isoTime: string) =>
  new Date(Date.parse(`${isoDay}T${isoTime}Z`) + behindUtc);

const plainDay = format({ timeZone: "UTC", year: "numeric", month: "long", day: "numeric" });
/** Formats a calendar day without a time (YYYY-MM-DD): May 22, 2025 */
export const longDay = (isoDay: string) => plainDay(new Date(`${isoDay}T00:00:00Z`));

/** Thursday, May 22, 2025, in UTC */
export const utcWeekday = format({ timeZone: "UTC", weekday: "long", year: "numeric", month: "long", day: "numeric" });
const inUtc = format({ timeZone: "UTC", hour: "numeric", minute: "2-digit" });
/** 6:00 PM, in UTC */
export const utcTime = (at: Date) => inUtc(at).replace(/[\u202f\u00a0]/g, " ");

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
