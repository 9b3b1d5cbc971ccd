import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { momentInWords } from "../database/last-good.ts";
import { ageInWords } from "./age-in-words.ts";
import {
  longDay,
  siteDay,
  siteDayOfYear,
  siteInstant,
  siteIsoDay,
  siteIsoInstant,
  siteIsoTime,
  siteMonth,
  siteQuarter,
  siteTime,
  siteWeekday,
  siteYear,
  utcTime,
  utcWeekday,
} from "./site-time.ts";

const lastInstant = new Date("2026-01-01T09:59:59.999Z");
const instant = fc.date({ min: new Date("2000-01-01"), max: new Date("2100-01-01"), noInvalidDate: true });
const firstInstant = new Date("2026-01-01T10:00:00Z");

describe("Honolulu time", () => {
  it("begins the year ten hours after UTC", () => {
    expect(siteYear(lastInstant)).toBe(2025);
    expect(siteYear(firstInstant)).toBe(2026);
    expect(siteDay(lastInstant)).toBe("December 31, 2025");
    expect(siteDay(firstInstant)).toBe("January 1, 2026");
    expect(siteIsoDay(lastInstant)).toBe("2025-12-31");
    expect(siteIsoDay(firstInstant)).toBe("2026-01-01");
    expect(siteMonth(lastInstant)).toBe("December 2025");
    expect(siteMonth(firstInstant)).toBe("January 2026");
    expect(siteQuarter(lastInstant)).toBe("Q4 2025");
    expect(siteQuarter(firstInstant)).toBe("Q1 2026");
  });

  it("writes what the tables of Unicode do", () => {
    const written = (options: Intl.DateTimeFormatOptions) => {
      const format = new Intl.DateTimeFormat("en-US", options);
      return (at: Date) => format.format(at).replaceAll("\u202f", " ");
    };
    const time = { hour: "numeric", minute: "2-digit" } as const;
    const ofDay = { year: "numeric", month: "long", day: "numeric" } as const;
    const timeZone = "Pacific/Honolulu";
    const pairs = [
      [siteDay, written({ ...ofDay, timeZone })],
      [siteDayOfYear, written({ month: "long", day: "numeric", timeZone })],
      [siteWeekday, written({ ...ofDay, weekday: "long", timeZone })],
      [siteMonth, written({ year: "numeric", month: "long", timeZone })],
      [siteTime, written({ ...time, timeZone })],
      [utcWeekday, written({ ...ofDay, weekday: "long", timeZone: "UTC" })],
      [utcTime, written({ ...time, timeZone: "UTC" })],
    ] as const;
    fc.assert(
      fc.property(instant, (at) => {
        for (const [ours, theirs] of pairs) expect(ours(at)).toBe(theirs(at));
      }),
    );
  });

  it("prints days and times as people write them, with plain spaces", () => {
    const evening = new Date("2025-05-23T04:00:00Z");
    expect(siteWeekday(evening)).toBe("Thursday, May 22, 2025");
    expect(siteTime(evening)).toBe("6:00 PM");
    expect(siteTime(new Date("2025-05-22T10:00:00Z"))).toBe("12:00 AM");
    expect(siteTime(new Date("2025-05-22T22:05:00Z"))).toBe("12:05 PM");
  });

  it.each([
    [1, "Q1"],
    [3, "Q1"],
    [4, "Q2"],
    [6, "Q2"],
    [7, "Q3"],
    [9, "Q3"],
    [10, "Q4"],
    [12, "Q4"],
  ])("puts month %i in %s", (month, quarter) => {
    expect(siteQuarter(new Date(Date.UTC(2026, month - 1, 15)))).toBe(`${quarter} 2026`);
  });

  it("has no daylight saving time: always ten hours behind UTC", () => {
    expect(siteTime(new Date("2026-01-15T20:00:00Z"))).toBe("10:00 AM");
    expect(siteTime(new Date("2026-07-15T20:00:00Z"))).toBe("10:00 AM");
  });

  it("names the same day in words and in digits at every instant", () => {
    fc.assert(
      fc.property(instant, (at) => {
        expect(longDay(siteIsoDay(at))).toBe(siteDay(at));
      }),
    );
  });

  it("formats an instant in local time with the offset, without losing any", () => {
    expect(siteIsoInstant(new Date("2025-05-23T04:00:00Z"))).toBe("2025-05-22T18:00:00-10:00");
    fc.assert(
      fc.property(instant, (at) => {
        expect(Date.parse(siteIsoInstant(at))).toBe(Math.floor(at.getTime() / 1000) * 1000);
      }),
    );
  });

  it("converts a local day and time to the instant", () => {
    expect(siteInstant("2025-05-22", "18:00")).toEqual(new Date("2025-05-22T18:00:00-10:00"));
    fc.assert(
      fc.property(instant, (at) => {
        const minute = siteInstant(siteIsoDay(at), siteIsoTime(at));
        expect(minute.getTime()).toBe(Math.floor(at.getTime() / 60_000) * 60_000);
      }),
    );
  });
});

describe("a calendar day without a time", () => {
  it.each([
    ["2026-02-28", "February 28, 2026"],
    ["2024-02-29", "February 29, 2024"],
    ["2026-12-01", "December 1, 2026"],
  ])("%s is %s everywhere", (isoDay, words) => {
    expect(longDay(isoDay)).toBe(words);
  });
});

describe("a recent moment", () => {
  const now = new Date("2026-11-21T21:54:30Z");
  const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

  it("is formatted with the time, and the day if it is not today in Honolulu", () => {
    expect(momentInWords(new Date("2026-11-21T20:42:00Z"), now)).toBe("10:42 AM HST");
    expect(momentInWords(new Date("2026-11-21T10:00:00Z"), now)).toBe("12:00 AM HST");
    expect(momentInWords(new Date("2026-11-21T09:59:59Z"), now)).toBe("11:59 PM HST on November 20, 2026");
  });

  it.each([
    [-1, "less than a minute ago"],
    [0.9, "less than a minute ago"],
    [1, "1 minute ago"],
    [59.9, "59 minutes ago"],
    [60, "1 hour ago"],
    [47.9 * 60, "47 hours ago"],
    [48 * 60, "2 days ago"],
    [6.9 * 24 * 60, "6 days ago"],
  ])("of %s minutes ago is: %s", (minutes, words) => {
    expect(ageInWords(before(minutes), now)).toBe(words);
  });
});
