import { dayInMilliseconds, instantInHonolulu } from "../../platform/text/honolulu.ts";
import { dayAndTime, isDay, isTime } from "../../platform/text/typed-moments.ts";
import type { Slot } from "./programme.ts";

/** A time as an admin types it, in Honolulu; all empty while it is not known. */
export interface TimeFields {
  /** YYYY-MM-DD */
  day?: string;
  /** HH:MM */
  start?: string;
  /** HH:MM; one that is not after the start is in the night after it */
  end?: string;
}

export interface TimeFault {
  field: keyof TimeFields;
  message: string;
}

/** What the database keeps of a typed time. */
export function talkTimesOf({ day, start, end }: TimeFields): Pick<Slot, "starts_at" | "ends_at"> | TimeFault {
  if (!day && !start && !end) return { starts_at: null, ends_at: null };
  if (!day) return { field: "day", message: "Enter the day, or leave the times empty" };
  if (!isDay(day)) return { field: "day", message: "Enter a date that exists" };
  if (!start) return { field: "start", message: "Enter the start time, or leave all three empty" };
  if (!isTime(start)) return { field: "start", message: "Enter a time like 18:00" };
  if (!end) return { field: "end", message: "Enter the end time" };
  if (!isTime(end)) return { field: "end", message: "Enter a time like 20:00" };
  const startsAt = instantInHonolulu(day, start);
  let endsAt = instantInHonolulu(day, end);
  if (endsAt <= startsAt) endsAt = new Date(endsAt.getTime() + dayInMilliseconds);
  return { starts_at: startsAt.toISOString(), ends_at: endsAt.toISOString() };
}

/** The opposite of `talkTimesOf`: what stands in a form. */
export function timeFieldsOf({ starts_at, ends_at }: Pick<Slot, "starts_at" | "ends_at">): TimeFields {
  if (!starts_at || !ends_at) return {};
  const [day, start] = dayAndTime(starts_at);
  const [, end] = dayAndTime(ends_at);
  return { day, start, end };
}
