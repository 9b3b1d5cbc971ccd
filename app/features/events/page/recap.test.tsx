import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { Event } from "../event/event.ts";
import { pizzaDay } from "../event/pizza-day.fixture.ts";
import { EventCard, EventDetails } from "./event-details.tsx";

const workshop: Event = {
  ...pizzaDay,
  key: "workshop",
  title: "Workshop",
  starts_at: "2025-05-23 04:00:00+00",
  ends_at: "2025-05-23 06:00:00+00",
  over_at: "2025-05-23 06:00:00+00",
  place: "Hilo",
  attendee_limit: null,
  summary: "Come and learn.",
  about: "Bring a laptop.",
  recap: "Forty people came.\n\nMāhealani drew the hash table.",
  recap_url: "https://photos.example/workshop",
  tab_order: null,
  tab_label: null,
};
const after = new Date("2025-05-23T06:00:00Z");
const before = new Date("2025-05-23T05:59:59Z");
const details = (event: Event, now: Date, heading?: "h2") =>
  renderToStaticMarkup(<EventDetails event={event} now={now} origin="https://hawaii.example.org" heading={heading} />);
const card = (event: Event, now: Date) => renderToStaticMarkup(<EventCard event={event} now={now} />);

describe("the recap of an event", () => {
  it("comes first on the page of a past event, with its link", () => {
    const html = details(workshop, after);
    expect(html).toMatch(
      /<h2[^>]*>What happened<\/h2><div class="prose"><p>Forty people came\.<\/p>\n<p>Māhealani drew/,
    );
    expect(html).toContain('href="https://photos.example/workshop"');
    expect(html.indexOf("What happened")).toBeLessThan(html.indexOf("When"));
    expect(details(workshop, after, "h2")).toContain("<h3");
  });

  it("is shown with only a text or only a link, but not without either", () => {
    expect(details({ ...workshop, recap: null }, after)).toContain("Photos and slides");
    expect(details({ ...workshop, recap_url: null }, after)).not.toContain("Photos and slides");
    expect(details({ ...workshop, recap: null, recap_url: null }, after)).not.toContain("What happened");
  });

  it("replaces the summary on the card of a past event", () => {
    expect(card(workshop, after)).toContain("Forty people came. Māhealani drew the hash table.");
    expect(card(workshop, after)).not.toContain("Come and learn.");
    expect(card({ ...workshop, recap: null }, after)).toContain("Come and learn.");
  });

  it("is not shown before the event is over", () => {
    expect(details(workshop, before)).not.toContain("What happened");
    expect(card(workshop, before)).toContain("Come and learn.");
  });
});
