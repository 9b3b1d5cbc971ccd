import { describe, expect, it } from "vitest";
import { ownCheckInFrom, whyClosed } from "./door-words.ts";

const now = new Date("2027-05-02T12:00:00Z");

describe("whyClosed", () => {
  it.each([
    ["scheduled", null, null],
    ["scheduled", "2027-05-02T08:00:01Z", null],
    ["scheduled", "2027-05-02T08:00:00Z", "Check-in has closed, four hours after the end of the event."],
    ["cancelled", null, "Check-in is closed, because this event is canceled, postponed or has no date."],
    [
      "postponed",
      "2027-05-09T08:00:00Z",
      "Check-in is closed, because this event is canceled, postponed or has no date.",
    ],
  ] as const)("for status %s and an event over at %s, returns %s", (status, overAt, text) => {
    expect(whyClosed({ status, over_at: overAt }, now)).toBe(text);
  });
});

it("names the time from which admins can open check-in themselves: 26 hours before the start", () => {
  expect(ownCheckInFrom({ starts_at: "2027-05-03T14:00:00.001Z" }, now)).toBe("May 2, 2027, 2:00 AM HST");
  expect(ownCheckInFrom({ starts_at: "2027-05-03T14:00:00Z" }, now)).toBeNull();
  expect(ownCheckInFrom({ starts_at: null }, now)).toBeNull();
});
