import { describe, expect, it } from "vitest";
import { defaultSite } from "../../../site.ts";
import type { Event } from "../event/event.ts";
import { pizzaDay } from "../event/pizza-day.fixture.ts";
import { eventStructure } from "./event-structure.ts";

const origin = "https://hawaii.example.org";
const publisher = { origin, site: defaultSite };
const now = new Date("2025-04-01T00:00:00Z");
const pizza: Event = {
  ...pizzaDay,
  starts_at: "2025-05-23 04:00:00+00",
  ends_at: "2025-05-23 06:00:00+00",
  over_at: "2025-05-23 06:00:00+00",
  poster_path: "/Images/bitcoin-pizza-day.svg",
  poster_alt: "A pizza",
  poster_width: 800,
  poster_height: 1000,
  tab_label: null,
  created_at: "2025-01-01 00:00:00+00",
  updated_at: "2025-01-01 00:00:00+00",
};

describe("the schema.org data of an event", () => {
  it("has its name, page, place, limit and picture, with all URLs on SITE_ORIGIN", () => {
    expect(eventStructure(pizza, publisher, now)).toEqual({
      "@type": "Event",
      name: "Bitcoin Pizza Day 2025",
      description: "An evening with pizza.",
      url: `${origin}/events/bitcoin`,
      startDate: "2025-05-22T18:00:00-10:00",
      endDate: "2025-05-22T20:00:00-10:00",
      eventStatus: "https://schema.org/EventScheduled",
      eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
      location: {
        "@type": "Place",
        name: "Co-working space in Kahala",
        address: { "@type": "PostalAddress", addressRegion: "HI", addressCountry: "US" },
      },
      image: `${origin}/Images/bitcoin-pizza-day.svg`,
      maximumAttendeeCapacity: 50,
      organizer: { "@type": "Organization", name: defaultSite.name, url: `${origin}/` },
    });
  });

  it("has what Google requires of an event, and the postal address and coordinates of its place", () => {
    const place_details = {
      ...{ key: "hall", name: "Hall", street: "1 Kīlauea Avenue", city: "Hilo", island: "hawaii" as const },
      ...{ latitude: 19.72, longitude: -155.08 },
    };
    // developers.google.com/search/docs/appearance/structured-data/event: location, its address, name and startDate
    expect(eventStructure({ ...pizza, place_details }, publisher, now)).toMatchObject({
      name: "Bitcoin Pizza Day 2025",
      startDate: "2025-05-22T18:00:00-10:00",
      location: {
        "@type": "Place",
        name: "Hall",
        address: {
          "@type": "PostalAddress",
          streetAddress: "1 Kīlauea Avenue",
          addressLocality: "Hilo",
          addressRegion: "HI",
          addressCountry: "US",
        },
        geo: { "@type": "GeoCoordinates", latitude: 19.72, longitude: -155.08 },
      },
    });
  });

  it("uses the event's page as the location of an online event", () => {
    expect(eventStructure({ ...pizza, meets: "online", place: "Online" }, publisher, now)).toMatchObject({
      eventAttendanceMode: "https://schema.org/OnlineEventAttendanceMode",
      location: { "@type": "VirtualLocation", name: "Online", url: `${origin}/events/bitcoin` },
    });
  });

  it("has the day in Honolulu if only the day is known", () => {
    const day: Event = { ...pizza, date_precision: "day", starts_at: "2025-05-22 10:00:00+00", ends_at: null };
    expect(eventStructure(day, publisher, now)).toMatchObject({ startDate: "2025-05-22" });
    expect(eventStructure({ ...day, starts_at: "2025-05-23 09:59:59+00" }, publisher, now)).toMatchObject({
      startDate: "2025-05-22",
    });
  });

  it("has the first and last day in Honolulu of an event of several days without times", () => {
    const dates = {
      date_precision: "day",
      starts_at: "2025-05-22 10:00:00+00",
      ends_at: "2025-05-25 10:00:00+00",
    } as const;
    expect(eventStructure({ ...pizza, ...dates }, publisher, now)).toMatchObject({
      startDate: "2025-05-22",
      endDate: "2025-05-24",
    });
  });

  it("keeps the old date of a postponed event, as search engines require, and is undefined if no day was known", () => {
    for (const date_precision of ["exact", "day"] as const) {
      const structure = eventStructure({ ...pizza, date_precision, status: "postponed" }, publisher, now);
      expect(structure).toMatchObject({
        eventStatus: "https://schema.org/EventPostponed",
        startDate: expect.stringContaining("2025-05-22"),
      });
    }
    expect(eventStructure({ ...pizza, date_precision: "month", status: "postponed" }, publisher, now)).toBeUndefined();
  });

  it("is undefined while no day is known, because schema.org requires a date", () => {
    for (const date_precision of ["month", "quarter"] as const) {
      expect(eventStructure({ ...pizza, date_precision, ends_at: null }, publisher, now)).toBeUndefined();
    }
    expect(eventStructure({ ...pizza, date_precision: "tba", starts_at: null }, publisher, now)).toBeUndefined();
  });

  it.each([
    ["scheduled", "EventScheduled"],
    ["cancelled", "EventCancelled"],
    ["postponed", "EventPostponed"],
  ] as const)("calls a %s event %s", (status, name) => {
    expect(eventStructure({ ...pizza, status }, publisher, now)).toMatchObject({
      eventStatus: `https://schema.org/${name}`,
    });
  });

  it("has both locations and their capacities if it meets in a room and online, without the join link", () => {
    const both = { ...pizza, meets: "both" as const, online_limit: 200 };
    expect(eventStructure(both, publisher, now)).toMatchObject({
      eventAttendanceMode: "https://schema.org/MixedEventAttendanceMode",
      location: [
        { "@type": "Place", name: "Co-working space in Kahala" },
        { "@type": "VirtualLocation", url: `${publisher.origin}/events/bitcoin` },
      ],
      maximumAttendeeCapacity: 250,
      maximumPhysicalAttendeeCapacity: 50,
      maximumVirtualAttendeeCapacity: 200,
    });
  });

  it("offers tickets if there is a safe link, but never for a canceled, postponed or past event", () => {
    const sold: Event = { ...pizza, ticket_url: "https://tickets.example/1" };
    const offers = { "@type": "Offer", url: "https://tickets.example/1" };
    expect(eventStructure(sold, publisher, now)).toMatchObject({ offers });
    const over = new Date("2025-05-23T06:00:00Z");
    for (const unsold of [
      eventStructure({ ...sold, status: "cancelled" }, publisher, now),
      eventStructure({ ...sold, status: "postponed" }, publisher, now),
      eventStructure(sold, publisher, over),
      eventStructure({ ...sold, ticket_url: "javascript:alert(1)" }, publisher, now),
      eventStructure(pizza, publisher, now),
    ]) {
      expect(unsold).toBeDefined();
      expect(unsold).not.toHaveProperty("offers");
    }
  });

  it("is rescheduled with its previous start if the date of a scheduled event was moved", () => {
    const moved: Event = { ...pizza, previous_starts_at: "2025-05-16 04:00:00+00" };
    expect(eventStructure(moved, publisher, now)).toMatchObject({
      eventStatus: "https://schema.org/EventRescheduled",
      previousStartDate: "2025-05-15T18:00:00-10:00",
    });
    const fromDay = { ...moved, previous_starts_at: "2025-05-15 10:00:00+00" };
    expect(eventStructure(fromDay, publisher, now)).toMatchObject({ previousStartDate: "2025-05-15" });
    for (const status of ["cancelled", "postponed"] as const)
      expect(eventStructure({ ...moved, status }, publisher, now)).not.toHaveProperty("previousStartDate");
    expect(eventStructure(pizza, publisher, now)).not.toHaveProperty("previousStartDate");
  });

  it("leaves out what is unknown", () => {
    const bare = eventStructure({ ...pizza, ends_at: null, poster_path: null, attendee_limit: null }, publisher, now);
    for (const name of ["endDate", "maximumAttendeeCapacity"]) expect(bare).not.toHaveProperty(name);
    expect(bare).toMatchObject({ image: `${publisher.origin}/posters/${pizza.key}/2025-05-22.svg` });
  });

  it("keeps the URL of a picture that is stored elsewhere", () => {
    const stored = "https://project.supabase.example/storage/v1/object/public/event-images/a.webp";
    expect(eventStructure({ ...pizza, poster_path: stored }, publisher, now)).toMatchObject({ image: stored });
  });
});
