import type { Thing } from "schema-dts";
import { honoluluIsoDay, honoluluIsoInstant, honoluluIsoTime } from "../../platform/honolulu.ts";
import { site } from "../../site.ts";
import { safeUrl } from "../../ui/button.tsx";
import { absolute } from "../metadata/metadata.ts";
import { type Event, isOver, pathOf } from "./event.ts";

/** schema.org's view of an event; undefined while no day is known, because a date is required there. */
export function eventStructure(event: Event, origin: string, now: Date): Thing | undefined {
  if (!event.starts_at || !["exact", "day"].includes(event.date_precision)) return undefined;
  const start = new Date(event.starts_at);
  const ticketUrl =
    event.status === "scheduled" && !isOver(event, now) && event.ticket_url && safeUrl(event.ticket_url);
  return {
    "@type": "Event",
    name: event.title,
    description: event.summary,
    url: `${origin}${pathOf(event)}`,
    startDate: event.date_precision === "day" ? honoluluIsoDay(start) : honoluluIsoInstant(start),
    ...(event.ends_at ? { endDate: honoluluIsoInstant(new Date(event.ends_at)) } : {}),
    ...statusOf(event),
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
    location: {
      "@type": "Place",
      name: event.place,
      address: { "@type": "PostalAddress", addressRegion: "HI", addressCountry: "US" },
    },
    ...(event.poster_path ? { image: absolute(event.poster_path, origin) } : {}),
    ...(event.attendee_limit ? { maximumAttendeeCapacity: event.attendee_limit } : {}),
    ...(ticketUrl ? { offers: { "@type": "Offer", url: ticketUrl } } : {}),
    organizer: { "@type": "Organization", name: site.name, url: `${origin}/` },
  };
}

const statuses = { scheduled: "EventScheduled", cancelled: "EventCancelled", postponed: "EventPostponed" } as const;

function statusOf({ status, previous_starts_at: previous }: Event) {
  if (status !== "scheduled" || !previous) return { eventStatus: `https://schema.org/${statuses[status]}` } as const;
  const start = new Date(previous);
  // A day is kept as its first instant, and midnight is as true without its hour.
  const isDay = honoluluIsoTime(start) === "00:00";
  return {
    eventStatus: "https://schema.org/EventRescheduled",
    previousStartDate: isDay ? honoluluIsoDay(start) : honoluluIsoInstant(start),
  } as const;
}
