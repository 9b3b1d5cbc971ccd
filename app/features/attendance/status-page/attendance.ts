import { dayInMilliseconds, siteDay, siteWeekday } from "../../../platform/text/site-time.ts";
import { retention } from "../../retention/retention.ts";
import type { Waiting } from "./status-page.server.ts";

export interface Attendance {
  event: string;
  day: string;
  /** null for an earlier date of the event, whose place is not kept */
  place: string | null;
  /** the last day on which the page is available; null if the date it counts from is unknown */
  until: string | null;
}

export function attendanceOf({ event, reservation }: Pick<Waiting, "event" | "reservation">): Attendance | null {
  if (!reservation?.checked_in_at) return null;
  const isThisDate = reservation.state === "placed";
  return {
    event: event.title,
    day: siteWeekday(new Date(reservation.checked_in_at)),
    place: isThisDate ? event.place : null,
    until: isThisDate && event.over_at ? siteDay(new Date(Date.parse(event.over_at) + keptFor)) : null,
  };
}

/** Milliseconds for which an entry is kept after its event. */
const keptFor = retention.afterEdition.days * dayInMilliseconds;
