import { siteInstant, siteIsoDay, siteIsoTime } from "./site-time.ts";

/** Whether a text is an existing day (YYYY-MM-DD), in a year that has four digits in every time zone. */
export function isDay(text: string): boolean {
  if (!/^(?!0000|9999)\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

export const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** Returns the time of a time field, of which some programs send the seconds, too. */
const withoutSeconds = (time: string) => time.replace(/^(\d\d:\d\d):[0-5]\d(?:\.\d{1,3})?$/, "$1");

/** Returns the day (YYYY-MM-DD) and time (HH:MM) in Honolulu. @param instant ISO, UTC */
export function dayAndTime(instant: string): [day: string, time: string] {
  const at = new Date(instant);
  return [siteIsoDay(at), siteIsoTime(at)];
}

/** Returns the value of a date and time field: 2027-05-20T18:00 in Honolulu. @param at UTC */
export const momentField = (at: string | null) => (at ? dayAndTime(at).join("T") : undefined);

/** The inverse of `momentField`, which also accepts a space for the T; null for an invalid time. */
export function momentOfField(text: string): string | null {
  const [day = "", clock = ""] = text.split(/[T ]/);
  const time = withoutSeconds(clock);
  return isDay(day) && isTime(time) ? siteInstant(day, time).toISOString() : null;
}
