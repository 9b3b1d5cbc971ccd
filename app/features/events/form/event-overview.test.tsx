import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { pizzaDay } from "../event/pizza-day.fixture.ts";
import type { EditedEvent } from "./event-editing.server.ts";
import { EventSummary, NextStep } from "./event-overview.tsx";
import { EventWorkshops } from "./event-workshops.tsx";

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

it("leads from the larger event to each of its workshops, with the spots that are free there", () => {
  const poi = { ...event, id: "w-1", title: "Poi", meets: "room", attendee_limit: 5 } as const;
  const workshops: EditedEvent[] = [
    { ...poi, event_spots: [{ attends: "room", taken: 2, waiting: 0, moved_up: 0 }] },
    { ...poi, id: "w-2", attendee_limit: 1, event_spots: [{ attends: "room", taken: 2, waiting: 1, moved_up: 0 }] },
    { ...poi, id: "w-3", meets: "both", online_limit: 9, is_published: false, status: "cancelled", event_spots: [] },
  ];
  const html = renderToStaticMarkup(<EventWorkshops workshops={workshops} />);
  expect(html).toContain('<a href="/admin/events/w-1">Poi</a>');
  expect(html).toContain('<a href="/admin/events/w-1/people">3 of 5 spots</a>');
  expect(html).toContain('<a href="/admin/events/w-2/people">0 of 1 spot, 1 person waiting</a>');
  expect(html).toContain('<a href="/admin/events/w-3/people">In the room: 5 of 5 spots; Online: 9 of 9 spots</a>');
  expect(html.match(/Draft|Canceled/g)).toEqual(["Draft", "Canceled"]);
  expect(renderToStaticMarkup(<EventWorkshops workshops={[]} />)).toBe("");
});
