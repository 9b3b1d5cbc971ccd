import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import { site } from "../../site.ts";
import { type Event, hasExactTime, pathOf } from "./event.ts";

const statuses = {
  scheduled: ICalEventStatus.CONFIRMED,
  cancelled: ICalEventStatus.CANCELLED,
  postponed: ICalEventStatus.TENTATIVE,
};

/** How often calendars that subscribe to the feed ask for it again, in seconds. */
export const feedInterval = 6 * 3600;

/**
 * An iCalendar file (RFC 5545) of those events whose time is exact: stable UIDs, UTC, SEQUENCE, STATUS.
 * An event without an end lasts no time in it, as the RFC says.
 * @param interval of a feed: how long it may be kept, in seconds (RFC 7986)
 */
export function calendarFile(events: Event[], origin: string, interval?: number): string {
  const calendar = ical({
    name: site.name,
    prodId: { company: site.shortName, product: "Events", language: "EN" },
    method: ICalCalendarMethod.PUBLISH,
    ttl: interval,
  });
  for (const event of events.filter(hasExactTime)) {
    calendar.createEvent({
      id: `${event.id}@${new URL(origin).hostname}`,
      start: new Date(event.starts_at),
      end: event.ends_at ? new Date(event.ends_at) : null,
      stamp: new Date(event.updated_at),
      summary: event.title,
      description: `${event.summary}\n\n${event.about}`,
      location: event.place,
      url: `${origin}${pathOf(event)}`,
      sequence: event.sequence,
      status: statuses[event.status],
    });
  }
  return calendar.toString();
}

/**
 * @param name the file's name without its ending; one of ours
 * @param disposition `inline` for what calendars subscribe to, `attachment` for what visitors download once
 */
export function calendarResponse(file: string, name: string, disposition: "inline" | "attachment"): Response {
  return new Response(file, {
    headers: {
      "Content-Type": "text/calendar; charset=utf-8",
      "Content-Disposition": `${disposition}; filename="${name}.ics"`,
      "Cache-Control": "private, no-cache",
    },
  });
}
