import { laterDay, siteInstant } from "../../platform/text/site-time.ts";
import { dayAndTime, isDay, isTime } from "../../platform/text/typed-moments.ts";
import { type EventDates, hasExactTime, isDayKnown } from "../events/event/event.ts";
import { isTimed, type Slot } from "./programme.ts";

/** A talk's time as an admin types it, in Honolulu time; all fields are empty while it is unknown. */
export interface TimeFields {
  /** YYYY-MM-DD */
  day?: string;
  /** HH:MM */
  start?: string;
  /** HH:MM; if it is not after the start, it is on the following day */
  end?: string;
}

export interface TimeFault {
  field: keyof TimeFields;
  message: string;
}

export function talkTimesOf({ day, start, end }: TimeFields): Pick<Slot, "starts_at" | "ends_at"> | TimeFault {
  if (!day && !start && !end) return { starts_at: null, ends_at: null };
  if (!day) return { field: "day", message: "Enter the day, or leave the times empty" };
  if (!isDay(day)) return { field: "day", message: "Enter a date that exists" };
  if (!start) return { field: "start", message: "Enter the start time, or leave all three empty" };
  if (!isTime(start)) return { field: "start", message: "Enter a time like 18:00" };
  if (!end) return { field: "end", message: "Enter the end time" };
  if (!isTime(end)) return { field: "end", message: "Enter a time like 20:00" };
  const startsAt = siteInstant(day, start);
  const endsAt = siteInstant(end > start ? day : laterDay(day), end);
  if (endsAt <= startsAt) return { field: "end", message: "It must end after it starts" };
  return { starts_at: startsAt.toISOString(), ends_at: endsAt.toISOString() };
}

export function timeFieldsOf({ starts_at, ends_at }: Pick<Slot, "starts_at" | "ends_at">): TimeFields {
  if (!starts_at || !ends_at) return {};
  const [day, start] = dayAndTime(starts_at);
  const [, end] = dayAndTime(ends_at);
  return { day, start, end };
}

type AddedTalk = Pick<Slot, "number" | "kind" | "starts_at" | "ends_at"> & { room_id: number | null };

const isBetweenTalks = ({ kind }: AddedTalk) => kind === "break" || kind === "social";

/** Where and when a new talk probably is: in the room and after the talk that was added last, or when the event begins. */
export function likelySlot(
  talks: AddedTalk[],
  event: EventDates,
): Pick<TimeFields, "day" | "start"> & { room?: string } {
  const added = [...talks].sort((one, other) => other.number - one.number);
  // The breaks that came along from the last edition do not say where its talks begin.
  const last = added.every(isBetweenTalks) ? undefined : added.find(isTimed);
  if (!last) {
    const [day, start] = isDayKnown(event) ? dayAndTime(event.starts_at) : [];
    return { day, start: hasExactTime(event) ? start : undefined };
  }
  const [day] = dayAndTime(last.starts_at);
  const [lastDay, end] = dayAndTime(last.ends_at);
  const room = added.find(({ room_id }) => room_id !== null)?.room_id;
  return { day, start: lastDay === day ? end : undefined, room: room ? String(room) : undefined };
}
