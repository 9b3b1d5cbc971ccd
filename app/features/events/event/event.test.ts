import { describe, expect, it } from "vitest";
import {
  dateAndTime,
  dateOf,
  type Event,
  firstDayOf,
  hasExactTime,
  isDayKnown,
  isOver,
  machineDate,
  pathOf,
  shortTitle,
  timeOf,
  utcStartOf,
} from "./event.ts";
import { pizzaDay as pizza } from "./pizza-day.fixture.ts";

const coarse = (precision: Event["date_precision"], starts: string, over: string): Event => ({
  ...pizza,
  date_precision: precision,
  starts_at: starts,
  ends_at: null,
  over_at: over,
});
const withoutEnd: Event = { ...pizza, ends_at: null, over_at: "2025-05-23T00:00:00-10:00" };
const day = coarse("day", "2025-05-22T00:00:00-10:00", "2025-05-23T00:00:00-10:00");
const month = coarse("month", "2025-05-01T00:00:00-10:00", "2025-06-01T00:00:00-10:00");
const quarter = coarse("quarter", "2026-07-01T00:00:00-10:00", "2026-10-01T00:00:00-10:00");
const tba: Event = { ...pizza, date_precision: "tba", starts_at: null, ends_at: null, over_at: null };

describe("the date and time of an event", () => {
  it.each<[Event, string]>([
    [pizza, "Thursday, May 22, 2025"],
    [day, "Thursday, May 22, 2025"],
    [month, "May 2025"],
    [quarter, "Q3 2026"],
    [tba, "Date to be announced"],
  ])("is printed as precisely as it is known: %#", (event, words) => {
    expect(dateOf(event)).toBe(words);
  });

  it("is in Honolulu time, even if the day in UTC differs", () => {
    expect(dateOf({ ...withoutEnd, starts_at: "2025-05-23T09:59:59Z" })).toBe("Thursday, May 22, 2025");
    expect(dateOf({ ...withoutEnd, starts_at: "2025-05-23T10:00:00Z" })).toBe("Friday, May 23, 2025");
  });

  it("includes HST if the time is exact", () => {
    expect(timeOf(pizza)).toBe("6:00 PM to 8:00 PM HST");
    expect(timeOf(withoutEnd)).toBe("6:00 PM HST");
    expect(timeOf({ ...pizza, time_note: "doors at 5:30 PM" })).toBe("6:00 PM to 8:00 PM HST, doors at 5:30 PM");
  });

  it("shows only the note as the time if no exact time is known", () => {
    const note = "Multiple sessions throughout the day";
    expect(timeOf({ ...quarter, time_note: note })).toBe(note);
    expect(timeOf(quarter)).toBeNull();
    expect(timeOf(day)).toBeNull();
    expect(timeOf(tba)).toBeNull();
    expect(dateAndTime("Q3 2026", note)).toBe(`Q3 2026: ${note}`);
    expect(dateAndTime("Thursday, May 22, 2025", "6:00 PM HST")).toBe("Thursday, May 22, 2025, 6:00 PM HST");
    expect(dateAndTime("Q3 2026", null)).toBe("Q3 2026");
  });
});

describe("the start in UTC", () => {
  const online = { ...pizza, meets: "online" } as const;

  it("is shown for an online event with a known time", () => {
    expect(utcStartOf(online)).toBe("Friday, May 23, 2025, 4:00 AM UTC");
  });

  it("is null for any other event", () => {
    expect(utcStartOf(pizza)).toBeNull();
    for (const date_precision of ["day", "month", "tba"] as const)
      expect(utcStartOf({ ...online, date_precision })).toBeNull();
    expect(utcStartOf({ ...online, status: "postponed" })).toBeNull();
  });
});

describe("a postponed event", () => {
  it.each([pizza, day, month, quarter, tba])("has no date and no time, for people or for machines: %#", (event) => {
    const postponed: Event = { ...event, status: "postponed", time_note: "doors at 5:30 PM" };
    expect([dateOf(postponed), firstDayOf(postponed)]).toEqual(Array(2).fill("Date to be announced"));
    expect([timeOf(postponed), machineDate(postponed)]).toEqual([null, undefined]);
    expect([hasExactTime(postponed), isDayKnown(postponed), isOver(postponed, new Date("2099-01-01"))]).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe("an event's page", () => {
  it("is /events/{key}, and /global-pizza-party for the Global Pizza Party", () => {
    expect(pathOf(pizza)).toBe("/events/bitcoin");
    expect(pathOf({ key: "global-pizza-party" })).toBe("/global-pizza-party");
  });

  it("is named by the tab's label in tabs and waitlists, or else by its title", () => {
    expect(shortTitle(pizza)).toBe("Bitcoin Pizza Day");
    expect(shortTitle({ ...pizza, tab_label: null })).toBe("Bitcoin Pizza Day 2025");
  });
});

describe("an online calendar service", () => {
  it("accepts only events with exact times", () => {
    expect([pizza, withoutEnd].every(hasExactTime)).toBe(true);
    expect([day, month, quarter, tba].some(hasExactTime)).toBe(false);
  });
});

describe("an event of several days", () => {
  const from = (starts_at: string, ends_at: string): Event => ({ ...pizza, starts_at, ends_at, over_at: ends_at });
  const conference = from("2027-05-20T09:00:00-10:00", "2027-05-22T17:00:00-10:00");

  it("shows the first and the last day", () => {
    expect([dateOf(conference), timeOf(conference)]).toEqual(["May 20, 9:00 AM to May 22, 2027, 5:00 PM HST", null]);
  });

  it("shows both years if it ends in a different one", () => {
    expect(dateOf(from("2026-12-31T09:00:00-10:00", "2027-01-02T01:30:00-10:00"))).toBe(
      "December 31, 2026, 9:00 AM to January 2, 2027, 1:30 AM HST",
    );
  });

  it("keeps its time note", () => {
    expect(timeOf({ ...conference, time_note: "doors at 8:30" })).toBe("doors at 8:30");
  });

  it("shows only the days if no times are known, with both years if it ends in a different one", () => {
    const days = (starts_at: string, ends_at: string): Event => ({
      ...from(starts_at, ends_at),
      date_precision: "day",
    });
    const three = days("2027-05-20T00:00:00-10:00", "2027-05-23T00:00:00-10:00");
    expect([dateOf(three), timeOf(three), machineDate(three)]).toEqual(["May 20 to May 22, 2027", null, "2027-05-20"]);
    expect(dateOf(days("2026-12-31T00:00:00-10:00", "2027-01-03T00:00:00-10:00"))).toBe(
      "December 31, 2026 to January 2, 2027",
    );
  });

  it("shows one day if the last day is the first", () => {
    const one: Event = { ...from("2027-05-20T00:00:00-10:00", "2027-05-21T00:00:00-10:00"), date_precision: "day" };
    expect(dateOf(one)).toBe("Thursday, May 20, 2027");
  });

  it("shows one evening if it ends after midnight", () => {
    const party = from("2026-12-31T21:00:00-10:00", "2027-01-01T01:30:00-10:00");
    expect([dateOf(party), timeOf(party)]).toEqual(["Thursday, December 31, 2026", "9:00 PM to 1:30 AM HST"]);
  });

  it("shows its first day beside a poster", () => {
    expect(firstDayOf(conference)).toBe("Thursday, May 20, 2027");
  });
});
