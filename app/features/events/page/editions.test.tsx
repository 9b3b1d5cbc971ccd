import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { defaultSite } from "../../../site.ts";
import { neighborsOf } from "../event/editions.ts";
import type { Event } from "../event/event.ts";
import { pizzaDay } from "../event/pizza-day.fixture.ts";
import { EventDetails } from "./event-details.tsx";
import { eventStructure } from "./event-structure.ts";

const edition = (year: number, changes: Partial<Event> = {}): Event => ({
  ...pizzaDay,
  key: `pizza-${year}`,
  title: `Pizza Day ${year}`,
  starts_at: `${year}-05-22T18:00:00-10:00`,
  ends_at: null,
  series: { key: "pizza-day", name: "Pizza Day", about: null },
  created_at: `${year}-01-01T00:00:00Z`,
  ...changes,
});

const keysAround = (event: Event, editions: Event[]) => {
  const { previous, next } = neighborsOf(event, editions);
  return [previous?.key, next?.key];
};

describe("the editions before and after an event", () => {
  const [first, second, third] = [edition(2024), edition(2025), edition(2027)];

  it("are its neighbors in time, for any input order, with or without the event itself", () => {
    expect(keysAround(second, [third, second, first])).toEqual(["pizza-2024", "pizza-2027"]);
    expect(keysAround(second, [third, first])).toEqual(["pizza-2024", "pizza-2027"]);
    expect(keysAround(first, [third, second, first])).toEqual([undefined, "pizza-2025"]);
    expect(keysAround(third, [third, second, first])).toEqual(["pizza-2025", undefined]);
    expect(keysAround(first, [])).toEqual([undefined, undefined]);
  });

  it("skip a canceled edition, which still has neighbors itself", () => {
    const canceled = { ...second, status: "cancelled" } as const;
    expect(keysAround(first, [first, canceled, third])).toEqual([undefined, "pizza-2027"]);
    expect(keysAround(canceled, [first, canceled, third])).toEqual(["pizza-2024", "pizza-2027"]);
  });

  it("sort undated editions last, in the order of creation", () => {
    const postponed = edition(2026, { status: "postponed" });
    const open = edition(2028, { starts_at: null, date_precision: "tba", over_at: null });
    expect(keysAround(third, [open, postponed, third])).toEqual([undefined, "pizza-2026"]);
    expect(keysAround(postponed, [open, postponed, third])).toEqual(["pizza-2027", "pizza-2028"]);
  });
});

describe("an event of a series", () => {
  const now = new Date("2025-06-01T00:00:00Z");
  const details = (event: Event, editions: Event[]) =>
    renderToStaticMarkup(
      <EventDetails event={event} editions={editions} now={now} origin="https://hawaii.example.org" />,
    );

  it("links to the editions before and after it, with their days as far as known", () => {
    const editions = [edition(2024), edition(2025), edition(2026, { status: "postponed" })];
    const html = details(edition(2025), editions);
    expect(html).toContain(
      '<dt>Next edition</dt><dd><a href="/events/pizza-2026">Pizza Day 2026</a><br/>Date to be announced',
    );
    expect(html).toContain(
      '<dt>Previous edition</dt><dd><a href="/events/pizza-2024">Pizza Day 2024</a><br/>May 22, 2024',
    );
    expect(details(edition(2025), [edition(2025)])).not.toContain(" edition</dt>");
  });

  it("has the series as its superEvent in structured data", () => {
    expect(
      eventStructure(edition(2025), { origin: "https://hawaii.example.org", site: defaultSite }, now),
    ).toMatchObject({
      superEvent: { "@type": "EventSeries", name: "Pizza Day", url: "https://hawaii.example.org/series/pizza-day" },
    });
    expect(
      eventStructure(pizzaDay, { origin: "https://hawaii.example.org", site: defaultSite }, now),
    ).not.toHaveProperty("superEvent");
  });
});
