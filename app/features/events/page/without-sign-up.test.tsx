import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { Event } from "../event/event.ts";
import { offerOf } from "../event/event-offer.ts";
import { pizzaDay } from "../event/pizza-day.fixture.ts";
import { EventWaitlist } from "./event-waitlist.tsx";

const ahead = { starts_at: "2027-05-23T04:00:00Z", ends_at: null, over_at: "2027-05-23T10:00:00Z" };
const now = new Date("2027-01-01T00:00:00Z");
const over = new Date("2028-01-01T00:00:00Z");

it.each<[string, Partial<Event>, Date, string]>([
  ["ahead", {}, now, "No sign-up needed: just come."],
  ["in a room and online", { meets: "both" }, now, "No sign-up needed: just come."],
  ["online", { meets: "online" }, now, "No sign-up needed."],
  ["on now", {}, new Date("2027-05-23T05:00:00Z"), "No sign-up needed: just come."],
  ["of a month", { date_precision: "month" }, now, "No sign-up needed. The date will be on this page."],
  ["postponed", { status: "postponed" }, now, "No sign-up needed. The new date will be on this page."],
  ["canceled", { status: "cancelled" }, now, "This event was canceled."],
  ["canceled and over", { status: "cancelled" }, over, "This event was canceled."],
  ["over", {}, over, "This event is over."],
  ["over, of a month", { date_precision: "month" }, over, "The date of this event has passed."],
])("an event that nobody signs up for, %s, says so, and has no form", (_state, fields, at, sentence) => {
  const event: Event = { ...pizzaDay, ...ahead, ticket_url: null, admission: "none", ...fields };
  expect(offerOf(event, at)).toMatchObject({ takesRsvp: false, spots: null, waitlist: { isOpen: false, sentence } });
  const shown = renderToStaticMarkup(
    <EventWaitlist
      event={event}
      now={at}
      heading="h2"
      path="/events/x"
      joined={null}
      isPaused={false}
      sendsLinks
      service={null}
      browserChecks
    />,
  );
  expect(shown).toContain(sentence);
  expect(shown).not.toMatch(/<form|Lost your link|aitlist[ .]/);
});
