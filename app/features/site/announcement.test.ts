import { expect, it } from "vitest";
import { unseenText } from "./announcement.ts";

it("the page of an announcement says when it is not shown yet, or not anymore", () => {
  const said = (from?: string, until?: string, announcement = "We moved.") =>
    unseenText({ announcement, announcement_from: from, announcement_until: until }, new Date("2027-05-20T22:00:00Z"));
  expect(said("2027-05-21T09:00")).toBe("Visitors see this announcement from May 21, 2027, 9:00 AM HST.");
  expect(said("2027-05-01T09:00", "2027-05-20T12:00")).toBe(
    "This announcement ended on May 20, 2027, 12:00 PM HST: visitors do not see it.",
  );
  expect([said(), said("2027-05-20T12:00", "2027-05-21T09:00"), said("2027-05-21T09:00", undefined, "")]).toEqual([
    ...[undefined, undefined, undefined],
  ]);
});
