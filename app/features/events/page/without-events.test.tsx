import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { WithoutEvents } from "./without-events.tsx";

const say = (isAll: boolean, failed: boolean) =>
  renderToStaticMarkup(<WithoutEvents isAll={isAll} failed={failed} service={null} />);

it("says that no events are announced only if they were loaded and none is listed below", () => {
  expect(say(true, false)).toContain("No events have been announced yet.");
  expect(say(false, false)).toBe("");
  expect(say(true, true)).toContain("cannot be shown right now");
  expect(say(true, true)).not.toContain("announced");
});
