import { describe, expect, it } from "vitest";
import { clockOf } from "./posix-clock.ts";

const hour = 3_600_000;

/** Milliseconds ahead of UTC by the database of time zones. */
function offsetsOf(timeZone: string): (instant: number) => number {
  const format = new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  return (instant) => {
    const [, sign, hours, minutes = 0] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(format.format(instant)) ?? [];
    return hours ? (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000 : 0;
  };
}

describe("a clock by a rule of POSIX", () => {
  it.each([
    ["Pacific/Honolulu", "HST10", "HST"],
    ["America/New_York", "EST5EDT,M3.2.0,M11.1.0", "EST/EDT"],
    ["Europe/Berlin", "CET-1CEST,M3.5.0,M10.5.0/3", "CET/CEST"],
    ["Europe/Dublin", "IST-1GMT0,M10.5.0,M3.5.0/1", "IST/GMT"],
    ["Australia/Sydney", "AEST-10AEDT,M10.1.0,M4.1.0/3", "AEST/AEDT"],
    ["Australia/Lord_Howe", "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "UTC+1030/UTC+11"],
    ["Asia/Kathmandu", "<+0545>-5:45", "UTC+0545"],
    ["America/Nuuk", "<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "UTC-02/UTC-01"],
    ["America/Havana", "CST5CDT,M3.2.0/0,M11.1.0/1", "CST/CDT"],
  ])("%s changes in the same half hour as the database of time zones says", (name, rule, names) => {
    const clock = clockOf(rule);
    const known = offsetsOf(name);
    expect(clock.names).toBe(names);
    const wrong = [];
    for (let at = Date.UTC(2026, 0); at < Date.UTC(2028, 0); at += hour / 2)
      if (clock.offsetAt(at) !== known(at)) wrong.push(new Date(at).toISOString());
    expect(wrong).toEqual([]);
  });

  it("names its time by the season", () => {
    const { nameAt } = clockOf("EST5EDT,M3.2.0,M11.1.0");
    expect(nameAt(Date.UTC(2027, 6, 4))).toBe("EDT");
    expect(nameAt(Date.UTC(2027, 11, 24))).toBe("EST");
    expect(nameAt(Date.UTC(2027, 10, 7, 5, 59))).toBe("EDT");
    expect(nameAt(Date.UTC(2027, 10, 7, 6))).toBe("EST");
  });

  it.each(["", "HST", "America/New_York", "EST5EDT", "EST5EDT,J60,J300"])("refuses “%s”", (rule) => {
    expect(() => clockOf(rule)).toThrow("is no clock");
  });
});
