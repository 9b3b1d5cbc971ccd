import { expect, it } from "vitest";
import { pizzaDay } from "../event/pizza-day.fixture.ts";
import { listState, newsOf, situationOf } from "./waitlist-words.ts";

const now = new Date("2026-11-22T12:00:00-10:00");
const listOf = (date_precision: "exact" | "quarter") => ({
  event: {
    ...pizzaDay,
    date_precision,
    starts_at: "2026-07-01T18:00:00-10:00",
    ends_at: null,
    over_at: "2026-10-01T00:00:00-10:00",
  },
  is_published: true,
});

it("tells admins that a past quarter has no new date announced, and that an event with a past day is over", () => {
  const [day, quarter] = [listOf("exact"), listOf("quarter")];
  expect(listState(day, now).text).toBe("Open for the next edition");
  expect(situationOf(day, now)).toBe("This event is over. Its waitlist is for the next edition.");
  expect(newsOf(day, now)).toBe("Email this waitlist");
  expect(listState(quarter, now).text).toBe("Open; its date has passed");
  expect(situationOf(quarter, now)).toBe("The date of this event has passed.");
  expect(newsOf(quarter, now)).toBe("Email this waitlist");
});

it("tells admins whether sign-up for spots is not open yet or over, instead of that an admin closed it", () => {
  const ahead = { ...pizzaDay, starts_at: "2027-05-23T04:00:00Z", ends_at: null, over_at: "2027-05-23T10:00:00Z" };
  const list = (dates: { sign_up_opens_at?: string; sign_up_closes_at?: string }) => ({
    ...{ event: { ...ahead, takes_reservations: true, ...dates }, is_published: true },
  });
  expect(listState(list({}), now).text).toBe("Open");
  expect(listState(list({ sign_up_opens_at: "2027-01-01T00:00:00Z" }), now).text).toBe("Sign-up is not open yet");
  const over = list({ sign_up_closes_at: "2026-01-01T00:00:00Z" });
  expect(listState(over, now).text).toBe("Sign-up is over");
  expect(situationOf(over, now)).toBe("");
});

it("never mentions tickets for an event with reservations on this site", () => {
  const published = <Listed>(event: Listed) => ({ event, is_published: true });
  const event = {
    ...listOf("exact").event,
    starts_at: "2027-07-01T18:00:00-10:00",
    over_at: "2027-07-02T00:00:00-10:00",
  };
  expect(newsOf(published(event), now)).toBe("Email this waitlist");
  const selling = { ...event, ticket_url: "https://tickets.example/1" };
  expect(newsOf(published(selling), now)).toBe("Tickets are on sale");
  expect(newsOf({ event: selling, is_published: false }, now), "a draft").toBe("Email this waitlist");
  expect(newsOf(published({ ...event, takes_reservations: true }), now)).toBe("News of the event");
});
