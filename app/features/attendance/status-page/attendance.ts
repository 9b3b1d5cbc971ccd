import { dayInMilliseconds, honoluluDay, honoluluWeekday } from "../../../platform/text/honolulu.ts";
import { retention } from "../../retention/retention.ts";
import type { Waiting } from "./status-page.server.ts";

/** That a reservation was checked in, as its page can be printed. */
export interface Attendance {
  event: string;
  /** "Saturday, May 1, 2027": when the check-in was */
  day: string;
  /** null of an earlier date of the event, whose place nobody has kept */
  place: string | null;
  /** the last day of the page; null where no date is known from which it counts */
  until: string | null;
}

/** What can be said of a person's attendance; null for who was not checked in. */
export function attendanceOf({ event, reservation }: Pick<Waiting, "event" | "reservation">): Attendance | null {
  if (!reservation?.checked_in_at) return null;
  const isThisDate = reservation.state === "placed";
  return {
    event: event.title,
    day: honoluluWeekday(new Date(reservation.checked_in_at)),
    place: isThisDate ? event.place : null,
    until: isThisDate && event.over_at ? honoluluDay(new Date(Date.parse(event.over_at) + keptFor)) : null,
  };
}

/** Milliseconds that an entry stays after its event. */
const keptFor = retention.afterEdition.days * dayInMilliseconds;
