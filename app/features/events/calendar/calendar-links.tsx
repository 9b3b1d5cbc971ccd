import { Fragment } from "react";
import { siteIsoDay, siteIsoInstant } from "../../../platform/text/site-time.ts";
import { ExternalLink } from "../../../ui/button.tsx";
import { type Event, type EventDates, isDayKnown, pathOf } from "../event/event.ts";

type DatedEvent = Pick<Event, keyof EventDates | "key" | "title" | "place" | "summary"> & {
  starts_at: string;
};

/**
 * Start and end for an online calendar; null until the day is known. Days end on the day after the last one, as in a
 * calendar file; without an end, the start is given twice.
 */
function onlineEntry(event: DatedEvent, origin: string) {
  if (!isDayKnown(event)) return null;
  const isDays = event.date_precision === "day";
  const end = (isDays ? event.over_at : event.ends_at) ?? event.starts_at;
  return {
    ...{ isDays, start: new Date(event.starts_at), end: new Date(end) },
    details: `${event.summary}\n\n${origin}${pathOf(event)}`,
  };
}

/** A link that adds the event to Google Calendar; null until the day is known. */
export function googleCalendarUrl(event: DatedEvent, origin: string): string | null {
  const entry = onlineEntry(event, origin);
  if (!entry) return null;
  const written = (at: Date) => (entry.isDays ? siteIsoDay(at) : at.toISOString()).replace(/[-:]|\.\d+/g, "");
  const query = new URLSearchParams({
    action: "TEMPLATE",
    text: event.title,
    dates: `${written(entry.start)}/${written(entry.end)}`,
    location: event.place,
    details: entry.details,
  });
  return `https://calendar.google.com/calendar/render?${query}`;
}

/** A link that adds the event to Outlook's calendar; null until the day is known. */
export function outlookCalendarUrl(event: DatedEvent, origin: string): string | null {
  const entry = onlineEntry(event, origin);
  if (!entry) return null;
  const written = entry.isDays ? siteIsoDay : siteIsoInstant;
  const query = new URLSearchParams({
    path: "/calendar/action/compose",
    rru: "addevent",
    subject: event.title,
    ...(entry.isDays ? { allday: "true" } : {}),
    startdt: written(entry.start),
    enddt: written(entry.end),
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
