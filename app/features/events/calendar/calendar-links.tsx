import { Fragment } from "react";
import { honoluluIsoInstant } from "../../../platform/text/honolulu.ts";
import { ExternalLink } from "../../../ui/button.tsx";
import { type Event, type EventDates, hasExactTime, pathOf } from "../event/event.ts";

type DatedEvent = Pick<Event, keyof EventDates | "key" | "title" | "place" | "summary"> & {
  starts_at: string;
};

/** The data for an online calendar; null without an exact start and end, because neither service accepts that. */
function onlineEntry(event: DatedEvent, origin: string) {
  if (!hasExactTime(event) || !event.ends_at) return null;
  return {
    start: new Date(event.starts_at),
    end: new Date(event.ends_at),
    details: `${event.summary}\n\n${origin}${pathOf(event)}`,
  };
}

/** A link that adds the event to Google Calendar; null without an exact start and end. */
export function googleCalendarUrl(event: DatedEvent, origin: string): string | null {
  const entry = onlineEntry(event, origin);
  if (!entry) return null;
  const compact = (instant: Date) => instant.toISOString().replace(/[-:]|\.\d+/g, "");
  const query = new URLSearchParams({
    action: "TEMPLATE",
    text: event.title,
    dates: `${compact(entry.start)}/${compact(entry.end)}`,
    location: event.place,
    details: entry.details,
  });
  return `https://calendar.google.com/calendar/render?${query}`;
}

/** A link that adds the event to Outlook's calendar; null without an exact start and end. */
export function outlookCalendarUrl(event: DatedEvent, origin: string): string | null {
  const entry = onlineEntry(event, origin);
  if (!entry) return null;
  const query = new URLSearchParams({
    path: "/calendar/action/compose",
    rru: "addevent",
    subject: event.title,
    startdt: honoluluIsoInstant(entry.start),
    enddt: honoluluIsoInstant(entry.end),
    location: event.place,
    body: entry.details,
  });
  // Outlook displays a plus sign that other services decode as a space.
  return `https://outlook.live.com/calendar/0/deeplink/compose?${query.toString().replaceAll("+", "%20")}`;
}

export function CalendarLinks({ event, origin }: { event: DatedEvent; origin: string }) {
  const services = [
    { name: "Google Calendar", url: googleCalendarUrl(event, origin) },
    { name: "Outlook", url: outlookCalendarUrl(event, origin) },
  ];
  return (
    <p className="no-print flex flex-wrap gap-x-6 gap-y-1">
      <a href={`/events/${event.key}.ics`}>
        Add to calendar (.ics)<span className="visually-hidden">: {event.title}</span>
      </a>{" "}
      {services.map(({ name, url }) =>
        url ? (
          <Fragment key={name}>
            <ExternalLink href={url}>
              Add to {name}
              <span className="visually-hidden">: {event.title}</span>
            </ExternalLink>{" "}
          </Fragment>
        ) : null,
      )}
    </p>
  );
}
