import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import { markdownAsText } from "../../../platform/text/markdown-as-text.ts";
import { siteIsoDay } from "../../../platform/text/site-time.ts";
import type { Publisher } from "../../../site.ts";
import { type Attends, type Event, isDayKnown, type MailedEvent, pathOf, whereText } from "../event/event.ts";

/** An event, with its series as a category if that is known. */
type CalendarEvent = MailedEvent & Partial<Pick<Event, "series">>;

/** UTC midnight of the Honolulu day: for an all-day event, calendars only use the day. */
const wholeDay = (instant: string) => new Date(siteIsoDay(new Date(instant)));

/** By the RFC, an event without an end has no duration; an all-day event ends on the day after its last one. */
function spanOf({ date_precision, starts_at, ends_at, over_at }: CalendarEvent & { starts_at: string }) {
  return date_precision === "day"
    ? { allDay: true, start: wholeDay(starts_at), end: wholeDay(over_at ?? starts_at) }
    : { start: new Date(starts_at), end: ends_at ? new Date(ends_at) : null };
}

/** The UID by which calendars identify an event, which never changes. */
export const uidOf = ({ id }: Pick<Event, "id">, origin: string) => `${id}@${new URL(origin).hostname}`;

/** The interval in seconds at which calendars that subscribe to the feed refresh it. */
export const feedInterval = 6 * 3600;

function pointOf({ meets, place_details: place }: CalendarEvent, attends?: Attends) {
  const isOnline = meets === "online" || (meets === "both" && attends === "online");
  return isOnline || place?.latitude === undefined || place.longitude === undefined
    ? {}
    : { geo: { lat: place.latitude, lon: place.longitude } };
}

/**
 * Returns an iCalendar file (RFC 5545) of the events whose day is known, with stable UIDs, UTC times, SEQUENCE and
 * STATUS. A postponed event has no day until it gets a new one, so it disappears from subscribed calendars.
 * @param interval only for a feed: how long it may be cached, in seconds (RFC 7986)
 * @param own where a person with a spot attends, and the join link: never for a file that others can get
 */
export function calendarFile(
  events: CalendarEvent[],
  { origin, site }: Publisher,
  interval?: number,
  own?: { attends: Attends; joinUrl?: string | null },
): string {
  const calendar = ical({
    name: site.name,
    prodId: { company: site.shortName, product: "Events", language: "EN" },
    method: ICalCalendarMethod.PUBLISH,
    ttl: interval,
  });
  for (const event of events.filter(isDayKnown)) {
    calendar.createEvent({
      id: uidOf(event, origin),
      ...spanOf(event),
      stamp: new Date(event.updated_at),
      summary: event.title,
      description: [own?.joinUrl ? `Join: ${own.joinUrl}` : "", event.summary, markdownAsText(event.about, origin)]
        .filter(Boolean)
        .join("\n\n"),
      location: { title: own?.joinUrl ?? whereText(event, own?.attends), ...pointOf(event, own?.attends) },
      url: `${origin}${pathOf(event)}`,
      categories: event.series ? [{ name: event.series.name }] : [],
      sequence: event.sequence,
      status: event.status === "cancelled" ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    });
  }
  // RFC 5545 requires CRLF after every line, including the last.
  return `${calendar.toString()}\r\n`;
}

/**
 * Returns a response with a calendar file.
 * @param name the file name without its extension, not user input
 * @param disposition `inline` for a feed that calendars subscribe to, `attachment` for a single download
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
