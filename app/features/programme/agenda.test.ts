import { describe, expect, it } from "vitest";
import { chosenIn, clashesIn, knownOf, mostChosen, queryOf } from "./agenda.ts";
import type { Programme, Talk } from "./programme.ts";

const chosen = (query: string) => chosenIn(new URLSearchParams(query));
const talk = (number: number, from = "19:00", to = "20:00", status: Talk["status"] = "scheduled"): Talk => ({
  ...{ number, kind: "talk", room: null, status, sequence: 0, updated_at: "2027-05-01T00:00:00Z" },
  ...{ starts_at: `2027-05-20T${from}:00Z`, ends_at: `2027-05-20T${to}:00Z` },
});

describe("the choice in a URL", () => {
  it.each([
    ["t=15&t=12", [12, 15]],
    ["t=15.12", [12, 15]],
    ["t=15.12&t=12", [12, 15]],
    ["", []],
    ["t=", []],
    ["t=0.-1.1e3.007.abc.1234567890.%00.12x", []],
    ["day=all&t=3", [3]],
  ])("is parsed from %s as %j", (query, numbers) => {
    expect(chosen(query)).toEqual(numbers);
  });

  it("is limited to 300 values", () => {
    expect(chosen(`t=${Array.from({ length: 5000 }, (_, n) => n + 1).join(".")}`)).toHaveLength(300);
    expect(chosen(Array.from({ length: 5000 }, (_, n) => `t=${n + 1}`).join("&"))).toHaveLength(300);
    expect(chosen(`t=${"9".repeat(10_000)}`)).toEqual([]);
  });

  it("keeps only talks that are or were in the program, at most 60", () => {
    const talks = Array.from({ length: 80 }, (_, n) => talk(n + 1));
    const gone = [{ number: 99, title: "Gone", starts_at: "", ends_at: "", sequence: 1, gone_at: "" }];
    const programme = { talks, gone } as Pick<Programme, "talks" | "gone"> as Programme;
    expect(knownOf([5, 99, 500], programme)).toEqual([5, 99]);
    expect(
      knownOf(
        talks.map(({ number }) => number),
        programme,
      ),
    ).toHaveLength(mostChosen);
    expect([queryOf([5, 99]), queryOf([])]).toEqual(["?t=5.99", ""]);
  });
});

it("talks clash if they overlap in time and neither is canceled", () => {
  const numbers = (talks: Talk[]) => clashesIn(talks).map((pair) => pair.map(({ number }) => number));
  expect(numbers([talk(1), talk(2, "19:30", "20:30"), talk(3, "20:30", "21:00")])).toEqual([[1, 2]]);
  expect(numbers([talk(1), talk(2, "20:00", "21:00"), talk(3, "19:00", "20:00", "cancelled")])).toEqual([]);
  expect(numbers([talk(1), { ...talk(2), starts_at: null, ends_at: null }])).toEqual([]);
});
