import type { Offer as OfferOfThing, Thing } from "schema-dts";
import { region } from "../../../community.ts";
import { siteIsoDay, siteIsoInstant, siteIsoTime } from "../../../platform/text/site-time.ts";
import type { Publisher } from "../../../site.ts";
import { safeUrl } from "../../../ui/button.tsx";
import { absolute } from "../../metadata/metadata.ts";
import { placeStructure } from "../../places/place-structure.ts";
import type { CoHost } from "../event/co-hosts.tsx";
import { type Event, isDayKnown, lastDayOf, pathOf, pathOfSeries } from "../event/event.ts";
import { type Offer, offerOf } from "../event/event-offer.ts";
import { shownPosterOf } from "../poster/drawn-poster.ts";

/**
 * Returns the schema.org data of an event; undefined while no day is known, because schema.org requires a date. A
 * postponed event keeps its old date until it gets a new one, as search engines require.
 */
export function eventStructure(event: Event, { origin, site }: Publisher, now: Date): Thing | undefined {
  const dates = datesOf(event);
  if (!dates) return undefined;
  const offers = offersOf(event, offerOf(event, now), origin);
  const ours = { "@type": "Organization", name: site.name, url: `${origin}/` } as const;
  return {
    "@type": "Event",
    name: event.title,
    description: event.summary,
    url: `${origin}${pathOf(event)}`,
    ...dates,
    ...statusOf(event),
    ...whereOf(event, origin),
    image: absolute(shownPosterOf(event).path, origin),
    ...capacityOf(event),
    ...(offers ? { offers } : {}),
    ...(event.series
      ? { superEvent: { "@type": "EventSeries", name: event.series.name, url: origin + pathOfSeries(event.series) } }
      : {}),
    organizer: event.co_hosts.length > 0 ? [ours, ...event.co_hosts.map(organizationOf)] : ours,
  };
}

/** The URL of an online location is the event's page: the join link is only for people with a spot. */
function whereOf(event: Event, origin: string) {
  const room = event.place_details
    ? placeStructure(event.place_details)
    : ({
        "@type": "Place",
        name: event.place,
        address: { "@type": "PostalAddress", ...region },
      } as const);
  const online = { "@type": "VirtualLocation", url: `${origin}${pathOf(event)}` } as const;
  switch (event.meets) {
    case "room":
      return { eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode", location: room } as const;
    case "online":
      return {
        eventAttendanceMode: "https://schema.org/OnlineEventAttendanceMode",
        location: { ...online, name: event.place },
      } as const;
    case "both":
      return { eventAttendanceMode: "https://schema.org/MixedEventAttendanceMode", location: [room, online] } as const;
  }
}

function capacityOf({ meets, attendee_limit: limit, online_limit: online }: Event) {
  if (!limit) return {};
  if (meets !== "both" || !online) return { maximumAttendeeCapacity: limit };
  const parts = { maximumPhysicalAttendeeCapacity: limit, maximumVirtualAttendeeCapacity: online };
  return { maximumAttendeeCapacity: limit + online, ...parts };
}

/** Tickets on sale elsewhere, or spots to reserve on this site; undefined if neither is available. */
function offersOf(event: Event, { tickets, spots }: Offer, origin: string): OfferOfThing | undefined {
  const ticketUrl = tickets?.areOpen ? safeUrl(tickets.url) : undefined;
  if (ticketUrl) return { "@type": "Offer", url: ticketUrl };
  if (!spots || !isDayKnown(event) || !["open", "full", "early"].includes(spots.signUp)) return undefined;
  const { sign_up_opens_at: opens } = event;
  const isSoldOut = spots.signUp === "full";
  return {
    "@type": "Offer",
    url: `${origin}${pathOf(event)}#waitlist`,
    price: 0,
    priceCurrency: "USD",
    ...(spots.counts && !spots.areAskedFor
      ? { availability: `https://schema.org/${isSoldOut ? "SoldOut" : "InStock"}` }
      : {}),
    ...(opens ? { validFrom: siteIsoInstant(new Date(opens)) } : {}),
  };
}

function organizationOf({ name, url }: CoHost) {
  const link = url && safeUrl(url);
  return { "@type": "Organization", name, ...(link ? { url: link } : {}) } as const;
}

const statuses = { scheduled: "EventScheduled", cancelled: "EventCancelled", postponed: "EventPostponed" } as const;

function statusOf({ status, previous_starts_at: previous }: Event) {
  if (status !== "scheduled" || !previous) return { eventStatus: `https://schema.org/${statuses[status]}` } as const;
  const start = new Date(previous);
  // A day is stored as its first instant; for an actual midnight, leaving out the hour is correct too.
  const isDay = siteIsoTime(start) === "00:00";
  return {
    eventStatus: "https://schema.org/EventRescheduled",
    previousStartDate: isDay ? siteIsoDay(start) : siteIsoInstant(start),
  } as const;
}

function datesOf({ date_precision, starts_at, ends_at }: Event) {
  if (!starts_at || (date_precision !== "exact" && date_precision !== "day")) return undefined;
  const start = new Date(starts_at);
  if (date_precision === "day") {
    return { startDate: siteIsoDay(start), ...(ends_at ? { endDate: siteIsoDay(lastDayOf(ends_at)) } : {}) };
  }
  return {
    startDate: siteIsoInstant(start),
    ...(ends_at ? { endDate: siteIsoInstant(new Date(ends_at)) } : {}),
  };
}
