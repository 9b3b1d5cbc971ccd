import { expect, it } from "vitest";
import { listState, newsOf, situationOf } from "./waitlist-words.ts";

const now = new Date("2026-11-22T12:00:00-10:00");
const listOf = (date_precision: "exact" | "quarter") => ({
  event: {
    status: "scheduled" as const,
    date_precision,
    starts_at: "2026-07-01T18:00:00-10:00",
    ends_at: null,
    over_at: "2026-10-01T00:00:00-10:00",
    time_note: null,
    ticket_url: null,
    waitlist_closed: false,
  },
  is_published: true,
  told: 0,
});

it("admins read of a quarter that has passed that no new date is announced, and of a day that the event is over", () => {
  const [day, quarter] = [listOf("exact"), listOf("quarter")];
  expect(listState(day, now).text).toBe("Open for the next edition");
  expect(situationOf(day, now)).toBe("This event is over. Its waitlist is for the next edition.");
  expect(newsOf(day.event, now)).toBe("The next edition");
  expect(listState(quarter, now).text).toBe("Open; no new date yet");
  expect(situationOf(quarter, now)).toBe("The date of this event has passed, and no new one is announced.");
  expect(newsOf(quarter.event, now)).toBe("A new date");
});
