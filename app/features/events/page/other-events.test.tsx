import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { EventFilter } from "../event/event-filter.ts";
import { OtherEvents } from "./other-events.tsx";

const without = (filter: EventFilter | null) =>
  renderToStaticMarkup(
    <OtherEvents
      lists={{ upcoming: [], canceled: [], past: [] }}
      isMore={false}
      filter={filter}
      meets={[]}
      islands={[]}
      now="2027-05-01T12:00:00Z"
      page={1}
      pages={1}
      query=""
    />,
  );

it.each<[EventFilter, string]>([
  [{ name: "meets", value: "online" }, "No other event meets online at the moment."],
  [{ name: "meets", value: "room" }, "No other event meets in a room at the moment."],
  [{ name: "island", value: "maui" }, "No other event is on Maui at the moment."],
])("says that no other event is there if the lists are limited to %o", (filter, sentence) => {
  expect(without(filter)).toContain(sentence);
  expect(without(filter)).toContain('href="/events#others"');
});

it("is not there without events and without a filter", () => {
  expect(without(null)).toBe("");
});
