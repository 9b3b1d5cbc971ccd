import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { pizzaDay } from "../events/pizza-day.fixture.ts";
import type { Waiting } from "./place.server.ts";
import { EventTitle, PlaceFacts } from "./place-details.tsx";

const now = new Date("2025-05-01T00:00:00Z");
const place = (isPublished: boolean) =>
  ({ event: { ...pizzaDay, is_published: isPublished }, told_at: null, place: 3, reservation: null }) as Waiting;
const shown = (isPublished: boolean) =>
  renderToStaticMarkup(
    <>
      <EventTitle event={place(isPublished).event} />
      <PlaceFacts place={place(isPublished)} now={now} />
    </>,
  );

describe("a person's own page", () => {
  it("leads to an event that visitors see, with its date", () => {
    expect(shown(true)).toContain(`href="/events/${pizzaDay.key}"`);
    expect(shown(true)).toContain("<dt>Date</dt>");
  });

  it("shows nothing of the draft to which the list was carried over but its title, and has no dead link", () => {
    expect(shown(false)).toContain(pizzaDay.title);
    expect(shown(false)).toContain("The next date is not announced yet");
    expect(shown(false)).toContain("Number 3");
    expect(shown(false)).not.toMatch(/<a |<dt>Date|<dt>Where/);
  });
});
