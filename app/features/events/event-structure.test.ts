import { describe, expect, it } from "vitest";
import type { Event } from "./event.ts";
import { eventStructure } from "./event-structure.ts";

const origin = "https://hawaii.example.org";
const pizza: Event = {
  id: "6f9619ff-8b86-4d01-b42d-00c04fc964ff",
  key: "bitcoin",
  title: "Bitcoin Pizza Day 2025",
  starts_at: "2025-05-23 04:00:00+00",
  ends_at: "2025-05-23 06:00:00+00",
  date_precision: "exact",
  over_at: "2025-05-23 06:00:00+00",
  time_note: null,
  place: "Co-working space in Kahala",
  attendee_limit: 50,
  summary: "An evening with pizza.",
  about: "",
  ticket_url: null,
  poster_path: "/Images/bitcoin-pizza-day.svg",
  poster_alt: "A pizza",
  poster_width: 800,
  poster_height: 1000,
  status: "scheduled",
  tab_order: 1,
  tab_label: null,
  sequence: 0,
  created_at: "2025-01-01 00:00:00+00",
  updated_at: "2025-01-01 00:00:00+00",
};

describe("schema.org's view of an event", () => {
  it("has its name, page, place, limit and picture, all on SITE_ORIGIN", () => {
    expect(eventStructure(pizza, origin)).toEqual({
      "@type": "Event",
      name: "Bitcoin Pizza Day 2025",
      description: "An evening with pizza.",
      url: `${origin}/events/bitcoin`,
      startDate: "2025-05-23T04:00:00.000Z",
      endDate: "2025-05-23T06:00:00.000Z",
      eventStatus: "https://schema.org/EventScheduled",
      eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
      location: {
        "@type": "Place",
        name: "Co-working space in Kahala",
        address: { "@type": "PostalAddress", addressRegion: "HI", addressCountry: "US" },
      },
      image: `${origin}/Images/bitcoin-pizza-day.svg`,
      maximumAttendeeCapacity: 50,
      organizer: { "@type": "Organization", name: "Hawaiʻi Blockchain Community", url: `${origin}/` },
    });
  });

  it("has the day in Honolulu where only the day is known", () => {
    const day: Event = { ...pizza, date_precision: "day", starts_at: "2025-05-22 10:00:00+00", ends_at: null };
    expect(eventStructure(day, origin)).toMatchObject({ startDate: "2025-05-22" });
    expect(eventStructure({ ...day, starts_at: "2025-05-23 09:59:59+00" }, origin)).toMatchObject({
      startDate: "2025-05-22",
    });
  });

  it("does not exist while no day is known, because a date is required there", () => {
    for (const date_precision of ["month", "quarter"] as const) {
      expect(eventStructure({ ...pizza, date_precision, ends_at: null }, origin)).toBeUndefined();
    }
    expect(eventStructure({ ...pizza, date_precision: "tba", starts_at: null }, origin)).toBeUndefined();
  });

  it.each([
    ["scheduled", "EventScheduled"],
    ["cancelled", "EventCancelled"],
    ["postponed", "EventPostponed"],
  ] as const)("calls a %s event %s", (status, name) => {
    expect(eventStructure({ ...pizza, status }, origin)).toMatchObject({ eventStatus: `https://schema.org/${name}` });
  });

  it("says nothing about what is not known", () => {
    const bare = eventStructure({ ...pizza, ends_at: null, poster_path: null, attendee_limit: null }, origin);
    for (const name of ["endDate", "image", "maximumAttendeeCapacity"]) expect(bare).not.toHaveProperty(name);
  });

  it("keeps the address of a picture that is stored elsewhere", () => {
    const stored = "https://project.supabase.example/storage/v1/object/public/event-images/a.webp";
    expect(eventStructure({ ...pizza, poster_path: stored }, origin)).toMatchObject({ image: stored });
  });
});
