import ical, { ICalCalendarMethod, ICalEventStatus } from "ical-generator";
import { honoluluIsoDay } from "../../../platform/text/honolulu.ts";
import type { Publisher } from "../../../site.ts";
import { type Attends, type Event, isDayKnown, type MailedEvent, pathOf, whereText } from "../event/event.ts";

/** An event, with its series as a category where that is known. */
type CalendarEvent = MailedEvent & Partial<Pick<Event, "series">>;

/** Midnight in UTC of the day that it is in Honolulu: of a whole day, calendars take the day alone. */
const wholeDay = (instant: string) => new Date(honoluluIsoDay(new Date(instant)));

/** What a calendar takes of the date. Without an end an event lasts no time, as the RFC says; that of days is the day after. */
function spanOf({ date_precision, starts_at, ends_at, over_at }: CalendarEvent & { starts_at: string }) {
  return date_precision === "day"
    ? { allDay: true, start: wholeDay(starts_at), end: wholeDay(over_at ?? starts_at) }
    : { start: new Date(starts_at), end: ends_at ? new Date(ends_at) : null };
}

/** What calendars know an event by, whatever becomes of its title and time. */
export const uidOf = ({ id }: Pick<Event, "id">, origin: string) => `${id}@${new URL(origin).hostname}`;

/** How often calendars that subscribe to the feed ask for it again, in seconds. */
export const feedInterval = 6 * 3600;

/**
 * An iCalendar file (RFC 5545) of those events whose day is known: stable UIDs, UTC, SEQUENCE, STATUS.
 * A postponed event has no day until it gets its new one, and leaves calendars that subscribe.
 * @param interval of a feed: how long it may be kept, in seconds (RFC 7986)
 * @param own where one person with a spot takes part, and the link to join: never in a file for others
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
      description: [own?.joinUrl ? `Join: ${own.joinUrl}` : "", event.summary, event.about]
        .filter(Boolean)
        .join("\n\n"),
      location: own?.joinUrl ?? whereText(event, own?.attends),
      url: `${origin}${pathOf(event)}`,
      categories: event.series ? [{ name: event.series.name }] : [],
      sequence: event.sequence,
      status: event.status === "cancelled" ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    });
  }
  // RFC 5545 ends every line so, the last one too.
  return `${calendar.toString()}\r\n`;
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
