import { honoluluIsoDay, honoluluIsoTime, instantInHonolulu } from "./honolulu.ts";

/** Whether a text is YYYY-MM-DD and such a day exists, in a year that has four digits in every zone. */
export function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00:00Z`);
  return (
    /^(?!0000|9999)\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
  );
}

/** Whether a text is HH:MM of a day's 24 hours. */
export const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** YYYY-MM-DD and HH:MM in Honolulu. @param instant ISO, UTC */
export function dayAndTime(instant: string): [day: string, time: string] {
  const at = new Date(instant);
  return [honoluluIsoDay(at), honoluluIsoTime(at)];
}

/** What a field for a moment shows: 2027-05-20T18:00 in Honolulu. @param at UTC */
export const momentField = (at: string | null) => (at ? dayAndTime(at).join("T") : undefined);

/** The opposite of `momentField`, which takes a space for the T, too; null for what is no moment. */
export function momentOfField(text: string): string | null {
  const [day = "", time = ""] = text.split(/[T ]/);
  return isDay(day) && isTime(time) ? instantInHonolulu(day, time).toISOString() : null;
}
