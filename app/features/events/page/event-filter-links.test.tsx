import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { Island } from "../../places/places.ts";
import type { Event } from "../event/event.ts";
import { type EventFilter, filterIn } from "../event/event-filter.ts";
import { EventFilterLinks } from "./event-filter-links.tsx";

const read = (query: string) => filterIn(new URLSearchParams(query));
const links = (meets: Event["meets"][], islands: Island[], current: EventFilter | null = null) =>
  [
    ...renderToStaticMarkup(<EventFilterLinks current={current} meets={meets} islands={islands} />).matchAll(
      /(?:href="([^"]*)"|<strong)[^>]*>([^<]*)</g,
    ),
  ].map(([, href, text]) => [href ?? "(current)", text]);

it("reads one filter at a time, and answers a value that does not exist with a 404", () => {
  expect([read(""), read("meets=&island=")]).toEqual([null, null]);
  expect(read("meets=online&island=maui")).toEqual({ name: "meets", value: "online" });
  expect(read("island=maui")).toEqual({ name: "island", value: "maui" });
  for (const made of ["meets=moon", "island=moon", "island=online", "meets=maui", "island=constructor"]) {
    let thrown: unknown;
    try {
      read(made);
    } catch (error) {
      thrown = error;
    }
    expect((thrown as Response).status, made).toBe(404);
  }
});

it("links to what tells events apart, and to what is shown now", () => {
  expect(links(["room"], ["oahu"])).toEqual([]);
  expect(links(["room"], ["maui", "oahu"])).toEqual([
    ["(current)", "All events"],
    ["/events?island=oahu#others", "Oʻahu"],
    ["/events?island=maui#others", "Maui"],
  ]);
  expect(links(["both"], ["oahu"]).map(([href]) => href)).toEqual([
    "(current)",
    "/events?meets=room#others",
    "/events?meets=online#others",
  ]);
  expect(links(["room"], ["oahu"], { name: "island", value: "kauai" })).toEqual([
    ["/events#others", "All events"],
    ["(current)", "Kauaʻi"],
  ]);
});
