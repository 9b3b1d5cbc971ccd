import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { EventFilter } from "../event/event-filter.ts";
import { WithoutEvents } from "./without-events.tsx";

const say = (isAll: boolean, failed: boolean, filter: EventFilter | null = null) =>
  renderToStaticMarkup(<WithoutEvents isAll={isAll} failed={failed} filter={filter} />);

it("says that no events are announced only if they were loaded and none is listed below", () => {
  expect(say(true, false)).toContain("No events have been announced yet.");
  expect(say(false, false)).toBe("");
  expect(say(true, true)).toContain("cannot be shown right now");
  expect(say(true, true)).not.toContain("announced");
});

it("says that no event is in a room, online or on an island if the list is limited to those", () => {
  expect(say(true, false, { name: "meets", value: "online" })).toContain("No event meets online at the moment.");
  expect(say(true, false, { name: "meets", value: "room" })).toContain("No event meets in a room at the moment.");
  expect(say(true, false, { name: "island", value: "maui" })).toContain("No event is on Maui at the moment.");
  expect(say(true, false, { name: "meets", value: "room" })).not.toContain("announced");
});
