import type { Thing } from "schema-dts";
import { honoluluIsoDay } from "../../platform/honolulu.ts";
import { site } from "../../site.ts";
import { type Event, pathOf } from "./event.ts";

/** schema.org's view of an event; undefined while no day is known, because a date is required there. */
export function eventStructure(event: Event, origin: string): Thing | undefined {
  if (!event.starts_at || !["exact", "day"].includes(event.date_precision)) return undefined;
  const status = { scheduled: "EventScheduled", cancelled: "EventCancelled", postponed: "EventPostponed" } as const;
  const start = new Date(event.starts_at);
  return {
    "@type": "Event",
    name: event.title,
    description: event.summary,
    url: `${origin}${pathOf(event)}`,
    startDate: event.date_precision === "day" ? honoluluIsoDay(start) : start.toISOString(),
    ...(event.ends_at ? { endDate: new Date(event.ends_at).toISOString() } : {}),
    eventStatus: `https://schema.org/${status[event.status]}`,
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
    location: {
      "@type": "Place",
      name: event.place,
      address: { "@type": "PostalAddress", addressRegion: "HI", addressCountry: "US" },
    },
    ...(event.poster_path ? { image: absolute(event.poster_path, origin) } : {}),
    ...(event.attendee_limit ? { maximumAttendeeCapacity: event.attendee_limit } : {}),
    organizer: { "@type": "Organization", name: site.name, url: `${origin}/` },
  };
}

const absolute = (path: string, origin: string) => (path.startsWith("/") ? `${origin}${path}` : path);
