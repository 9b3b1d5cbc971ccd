import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { pizzaDay } from "../event/pizza-day.fixture.ts";
import { NextEvent } from "./next-event.tsx";

it("the next event says once that it is on now, and otherwise its state", () => {
  const card = (now: string) => renderToStaticMarkup(<NextEvent event={pizzaDay} now={new Date(now)} />);
  expect(card("2025-05-23T04:30:00Z").match(/On now/g)).toHaveLength(1);
  expect(card("2025-05-01T04:30:00Z")).toMatch(/Next event: .*<p>(Announced|Tickets are on sale)<\/p>/);
});
