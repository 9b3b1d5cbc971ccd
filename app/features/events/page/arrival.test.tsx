import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { PlaceDetails } from "../../places/places.ts";
import type { Event } from "../event/event.ts";
import { pizzaDay } from "../event/pizza-day.fixture.ts";
import { EventCard, EventDetails } from "./event-details.tsx";

const now = new Date("2025-05-01T00:00:00Z");
const details = (said: Partial<Event>, heading?: "h2") =>
  renderToStaticMarkup(
    <EventDetails event={{ ...pizzaDay, ...said }} now={now} origin="https://hawaii.example.org" heading={heading} />,
  );

const at = (said: Partial<PlaceDetails>) => ({
  place_details: { key: "hall", name: "Hall", city: "Hilo", island: "hawaii" as const, ...said },
});

describe("getting there and getting in", () => {
  it("lists what is filled in, from the bus to what to bring, under one heading", () => {
    const html = details({ to_bring: "A laptop", ...at({ seating: "Chairs with backs", bus: "Line 1 to Waiʻalae" }) });
    const [, list = ""] = html.split("Getting there and getting in</h2>");
    expect(list.match(/<dt>[^<]*<\/dt><dd[^>]*><div>[^<]*/g)?.map((pair) => pair.replace(/<[^>]*>/g, "|"))).toEqual([
      "|Bus|||Line 1 to Waiʻalae",
      "|Seating|||Chairs with backs",
      "|What to bring|||A laptop",
    ]);
  });

  it("is read in the order of arriving: the address, the entrance, the bus, and then what is inside", () => {
    const said = {
      way_in: "By the lot",
      bus: "Line 1",
      parking: "In the lot",
      steps: "No steps",
      seating: "Chairs",
      quiet_space: "By the door",
      restrooms: "Two",
    };
    const place = "Hall, 1 Bay Street, Hilo";
    const html = details({ place, to_bring: "A laptop", ...at({ ...said, street: "1 Bay Street" }) });
    const heard = [place, "Getting there and getting in</h2>", ...Object.values(said), "A laptop"];
    const order = heard.map((text) => html.indexOf(text));
    expect(order).not.toContain(-1);
    expect(order).toEqual([...order].sort((a, b) => a - b));
  });

  it("says who gets the link to join right below the way to the room", () => {
    const both = { meets: "both" as const, takes_reservations: true, ...at({ street: "1 Bay Street" }) };
    const text = "<p>People who have a spot online get the link to join.</p>";
    expect(details(both)).toMatch(new RegExp(`What else is here.*?</a></p>${text}</dd>`));
  });

  it("makes links of addresses, and of nothing else", () => {
    const html = details(at({ bus: "Line 1: https://bus.example/1. **Or** [walk](https://walk.example)" }));
    expect(html).toContain(
      'Line 1: <a href="https://bus.example/1" rel="noopener noreferrer">https://bus.example/1</a>.',
    );
    expect(html).toContain('**Or** <a href="https://walk.example" rel="noopener noreferrer">walk</a>');
  });

  it("is omitted if nothing is filled in, and on cards", () => {
    expect(details(at({}))).not.toContain("Getting there");
    expect(
      renderToStaticMarkup(<EventCard event={{ ...pizzaDay, ...at({ bus: "Line 1" }) }} now={now} />),
    ).not.toContain("Line 1");
  });

  it("has a heading one level below that of the event", () => {
    expect(details(at({ bus: "Line 1" }))).toMatch(/<h2 [^>]*>Getting there/);
    expect(details(at({ bus: "Line 1" }), "h2")).toMatch(/<h3 [^>]*>Getting there/);
  });

  it("is escaped as text", () => {
    expect(details(at({ parking: "<b>free</b>" }))).toContain("&lt;b&gt;free&lt;/b&gt;");
  });

  it("comes after the address, a link to a map and one to what else is there, in the order of reading", () => {
    const html = details({ ...at({ bus: "Line 1" }), place: "Hall, Hilo", place_note: "In the garden" });
    const order = ["Hall, Hilo", "In the garden", "Open in a map", 'href="/places/hall"', "Getting there", "Line 1"];
    const positions = order.map((text) => html.indexOf(text));
    expect(positions).not.toContain(-1);
    expect(positions).toEqual([...positions].sort((one, other) => one - other));
    expect(html).toContain('href="https://www.openstreetmap.org/search?query=Hall%2C+Hilo%2C+HI" target="_blank"');
  });

  it("has no map if the event is online only or its place was typed", () => {
    expect(details({ ...at({}), meets: "online" })).not.toContain("Open in a map");
    expect(details({})).not.toContain("Open in a map");
  });
});
