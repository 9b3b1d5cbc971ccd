import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { pizzaDay } from "../event/pizza-day.fixture.ts";
import type { EditedEvent } from "./event-editing.server.ts";
import { EventSummary, NextStep } from "./event-overview.tsx";

const event = {
  ...pizzaDay,
  ...{ is_published: true, meets: "both", takes_reservations: true, date_precision: "exact", status: "scheduled" },
  ...{
    starts_at: "2027-05-23T04:00:00Z",
    ends_at: "2027-05-23T06:00:00Z",
    over_at: "2027-05-23T06:00:00Z",
    recap: null,
  },
} as EditedEvent;

const stepOn = (now: string, changed: Partial<EditedEvent> = {}, lacksLink = true) => {
  const figures = { next: null, troubles: [], counts: { spam: 0, asked: 0 } };
  return renderToStaticMarkup(
    <NextStep event={{ ...event, ...changed }} hasSender lacksLink={lacksLink} now={new Date(now)} figures={figures} />,
  );
};

it("leads to the form of the link to join while people online have none, until the event is over", () => {
  const asks = "People online have no link to join yet.";
  expect(stepOn("2027-05-01T00:00:00Z")).toContain(asks);
  expect(stepOn("2027-05-23T03:00:00Z")).toContain(asks);
  expect(stepOn("2027-05-23T03:00:00Z", {}, false)).toContain("It is today.");
  for (const after of ["2027-05-23T06:30:00Z", "2027-05-24T12:00:00Z"])
    expect(stepOn(after, {}, false)).toContain("It is over.");
  expect(stepOn("2027-05-01T00:00:00Z", { status: "cancelled" })).toBe("");
});

it("leads from a workshop to the event whose people may come", () => {
  const shown = (changed: Partial<EditedEvent>) =>
    renderToStaticMarkup(
      <EventSummary event={{ ...event, ...changed }} now={new Date("2027-05-01T00:00:00Z")} origin="">
        {null}
      </EventSummary>,
    );
  const main = { key: "day", title: "Chain Day", status: "scheduled" } as const;
  expect(shown({ for_people_of: "e-1", people_of: main })).toContain(
    '<dt>Workshop of</dt><dd><a href="/admin/events/e-1">Chain Day</a></dd>',
  );
  expect(shown({ for_people_of: null, people_of: null })).not.toContain("Workshop of");
});
