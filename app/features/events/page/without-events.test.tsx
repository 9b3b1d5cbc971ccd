import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { WithoutEvents } from "./without-events.tsx";

const say = (isAll: boolean, failed: boolean, filter: "room" | "online" | null = null) =>
  renderToStaticMarkup(<WithoutEvents isAll={isAll} failed={failed} filter={filter} />);

it("says that no events are announced only if they were loaded and none is listed below", () => {
  expect(say(true, false)).toContain("No events have been announced yet.");
  expect(say(false, false)).toBe("");
  expect(say(true, true)).toContain("cannot be shown right now");
  expect(say(true, true)).not.toContain("announced");
});

it("says that no event meets in a room or online if the list is limited to those", () => {
  expect(say(true, false, "online")).toContain("No event meets online at the moment.");
  expect(say(true, false, "room")).toContain("No event meets in a room at the moment.");
  expect(say(true, false, "room")).not.toContain("announced");
});
