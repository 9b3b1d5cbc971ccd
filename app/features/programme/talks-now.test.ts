import { describe, expect, it } from "vitest";
import type { Talk } from "./programme.ts";
import { nextChange, talksAt } from "./talks-now.ts";

/** @param from Honolulu time */
const talk = (number: number, from: string | null, to: string | null, status: Talk["status"] = "scheduled"): Talk => ({
  ...{ number, kind: "talk", room: null, status, sequence: 0, updated_at: "2027-05-01T00:00:00Z" },
  ...{ starts_at: from && `2027-05-${from}:00-10:00`, ends_at: to && `2027-05-${to}:00-10:00` },
});
const talks = [
  talk(1, "20T09:00", "20T10:00"),
  talk(2, "20T09:30", "20T11:00"),
  talk(3, "20T10:00", "20T11:00", "cancelled"),
  talk(4, "20T23:30", "21T00:30"),
  talk(5, "21T09:00", "21T10:00"),
  talk(6, "21T09:00", "21T09:45"),
  talk(7, null, null),
];
const clock = (at: string) => new Date(`2027-05-${at}:00-10:00`);
const numbersAt = (at: string) => {
  const found = talksAt(talks, clock(at));
  return found && [found.now, found.next].map((each) => each.map(({ number }) => number));
};

describe("the current and the next talks at a given moment", () => {
  it.each([
    ["19T23:59", null],
    ["20T00:00", [[], [1]]],
    ["20T09:00", [[1], [2]]],
    ["20T09:30", [[1, 2], [4]]],
    ["20T10:00", [[2], [4]]],
    ["20T12:00", [[], [4]]],
    ["20T23:30", [[4], [5, 6]]],
    ["21T00:15", [[4], [5, 6]]],
    ["21T00:30", [[], [5, 6]]],
    ["21T09:45", [[5], []]],
    ["21T10:00", null],
  ])("at %s are %j", (at, numbers) => {
    expect(numbersAt(at)).toEqual(numbers);
  });

  it("change at the next start or end of a talk, and when the event is over", () => {
    const next = (at: string, over_at: string | null = null, of = talks) =>
      nextChange({ talks: of, event: { over_at } }, clock(at));
    expect(next("20T09:10")).toBe(clock("20T09:30").getTime());
    expect(next("20T23:45")).toBe(clock("21T00:30").getTime());
    expect(next("22T09:00")).toBe(Number.POSITIVE_INFINITY);
    expect(next("20T09:00", null, [])).toBe(Number.POSITIVE_INFINITY);
    expect(next("22T09:00", "2027-05-22T17:00:00-10:00")).toBe(clock("22T17:00").getTime());
    expect(next("22T18:00", "2027-05-22T17:00:00-10:00")).toBe(Number.POSITIVE_INFINITY);
  });
});
