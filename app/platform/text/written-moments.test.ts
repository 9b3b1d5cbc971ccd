import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  dateFaultText,
  dayOrderIn,
  instantOfMoment,
  readDays,
  readMoment,
  readTime,
  typedDay,
  typedTime,
  writtenDays,
} from "./written-moments.ts";
import { fixedOffset, ianaOffset, instantOfLocal } from "./zoned-time.ts";

const hst = fixedOffset(-600);
/** The instant of a date that is written, in Honolulu unless it says otherwise; its day where there is no time. */
function at(text: string, order?: "month-first" | "day-first") {
  const read = readMoment(text, order);
  if ("fault" in read) return read.fault;
  return read.time ? new Date(instantOfMoment(read, hst)).toISOString().replace(":00.000Z", "Z") : read.day;
}

describe("a date that somebody wrote", () => {
  it.each([
    ["2027-05-20", "2027-05-20"],
    ["2027-5-2", "2027-05-02"],
    ["2027/05/20", "2027-05-20"],
    ["20270520", "2027-05-20"],
    ["20270520T180000", "2027-05-21T04:00Z"],
    ["20270521T040000Z", "2027-05-21T04:00Z"],
    ["5/20/2027", "2027-05-20"],
    ["05/22/2027", "2027-05-22"],
    ["22/05/2027", "2027-05-22"],
    ["20.5.2027", "2027-05-20"],
    ["5/20/27 18:00", "2027-05-21T04:00Z"],
    ["5/5/27", "2027-05-05"],
    ["5-20-2027", "2027-05-20"],
    ["5/20/99", "1999-05-20"],
    ["5/20/2027 6:00 PM", "2027-05-21T04:00Z"],
    ["5/20/2027, 6:00:00 PM", "2027-05-21T04:00Z"],
    ["5/20/2027 6PM", "2027-05-21T04:00Z"],
    ["5/20/2027 6:00\u202fp.m.", "2027-05-21T04:00Z"],
    ["2027-05-20 06:00 PM", "2027-05-21T04:00Z"],
    ["2027-05-20 12:00 AM", "2027-05-20T10:00Z"],
    ["2027-05-20 12 noon", "2027-05-20T22:00Z"],
    ["2027-05-20 18:00:00.000", "2027-05-21T04:00Z"],
    ["2027-05-20T18:00-07:00", "2027-05-21T01:00Z"],
    ["2027-05-20T18:00Z", "2027-05-20T18:00Z"],
    ["2027-05-20 18:00 UTC", "2027-05-20T18:00Z"],
    ["2027-05-20 18:00 GMT-10", "2027-05-21T04:00Z"],
    ["2027-05-20 18:00 America/Los_Angeles", "2027-05-21T01:00Z"],
    ["2027-05-20 6:00 PM PDT", "2027-05-21T01:00Z"],
    ["May 23, 2027 8:30am", "2027-05-23T18:30Z"],
    ["23 May 2027", "2027-05-23"],
    ["23-May-27", "2027-05-23"],
    ["May 20th, 2027 at 6 PM", "2027-05-21T04:00Z"],
    ["20th of May 2027", "2027-05-20"],
    ["Sept. 3, 2027", "2027-09-03"],
    ["Thursday, May 20, 2027 at 6:00 PM HST", "2027-05-21T04:00Z"],
    ["Thu 5/20/2027 6:00 PM", "2027-05-21T04:00Z"],
    ["Thu, 20 May 2027 18:00:00 -1000", "2027-05-21T04:00Z"],
    ["Thu May 20 2027 18:00:00 GMT-1000 (Hawaii-Aleutian Standard Time)", "2027-05-21T04:00Z"],
    ["46527", "2027-05-20"],
    ["46527.75", "2027-05-21T04:00Z"],
    ["46527,75", "2027-05-21T04:00Z"],
  ])("%s is %s", (text, expected) => {
    expect(at(text)).toBe(expected);
  });

  it.each([
    ["next Friday", "unreadable"],
    ["May 20", "no-year"],
    ["5/20 6:00 PM", "no-year"],
    ["2027-02-30", "no-such-day"],
    ["2/30/2027", "no-such-day"],
    ["Friday, May 20, 2027", "other-weekday"],
    ["5/6/2027", "which-first"],
    ["2027-05-20 25:00", "unreadable"],
    ["2027-05-20 13:00 PM", "unreadable"],
    ["2027-05-20 0:30 AM", "unreadable"],
    ["2027-05-20 18", "unreadable"],
    ["2027-05-20 6:00 PM - 8:00 PM", "unreadable"],
    ["2027-05-20 and more", "unreadable"],
    ["2027-05-20 18:00 XST", "unreadable"],
    ["2027-05-20 18:00 Mars/Olympus", "unreadable"],
    ["2027-05-20 (Thursday)", "unreadable"],
    ["13/13/2027", "no-such-day"],
    ["1700000000", "unreadable"],
    ["2027", "unreadable"],
    ["12345678901", "unreadable"],
    ["", "unreadable"],
  ])("%s is refused: %s", (text, fault) => {
    expect(at(text)).toBe(fault);
  });

  it("that can be two days is the one that the file is said to mean", () => {
    expect([at("5/6/2027", "month-first"), at("5/6/2027", "day-first")]).toEqual(["2027-05-06", "2027-06-05"]);
    expect(at("22/05/2027", "month-first")).toBe("2027-05-22");
  });

  it("written in any of these ways is read as the same minute", () => {
    const names = ["January", "February", "March", "April", "May", "June", "July", "August", "September"];
    const all = [...names, "October", "November", "December"];
    const writers: ((parts: { y: string; m: string; d: string; h: number; min: string }) => string)[] = [
      ({ y, m, d, h, min }) => `${y}-${m}-${d} ${String(h).padStart(2, "0")}:${min}`,
      ({ y, m, d, h, min }) => `${Number(m)}/${Number(d)}/${y} ${h % 12 || 12}:${min} ${h < 12 ? "AM" : "PM"}`,
      ({ y, m, d, h, min }) =>
        `${all[Number(m) - 1]} ${Number(d)}, ${y} at ${h % 12 || 12}:${min}${h < 12 ? "am" : "pm"}`,
      ({ y, m, d, h, min }) => `${d} ${all[Number(m) - 1]?.slice(0, 3)} ${y} ${h}:${min} HST`,
      ({ y, m, d, h, min }) => `${y}${m}${d}T${String(h).padStart(2, "0")}${min}00`,
    ];
    const minute = fc.date({ min: new Date("2000-01-01"), max: new Date("2068-12-31"), noInvalidDate: true });
    fc.assert(
      fc.property(minute, fc.constantFrom(...writers), (date, write) => {
        const iso = date.toISOString();
        const [y = "", m = "", d = ""] = iso.slice(0, 10).split("-");
        const text = write({ y, m, d, h: date.getUTCHours(), min: iso.slice(14, 16) });
        const read = readMoment(text, "month-first");
        expect([text, "fault" in read ? read.fault : `${read.day}T${read.time}`]).toEqual([text, iso.slice(0, 16)]);
      }),
    );
  });
});

describe("a time of day in a column of its own", () => {
  it.each([
    ["18:00:00", "18:00"],
    ["6:00 PM", "18:00"],
    ["6pm", "18:00"],
    ["0.75", "18:00"],
    [".5", "12:00"],
    ["", undefined],
    ["evening", undefined],
    ["18", undefined],
  ])("%j is %j", (text, time) => {
    expect(readTime(text)?.time).toBe(time);
  });
});

describe("the order of month and day in a file", () => {
  it.each([
    [["5/6/2027", "5/22/2027"], "month-first"],
    [["5/6/2027", "22/5/2027 18:00"], "day-first"],
    [["5/6/2027", "7/8/2027"], "unknown"],
    [["5/6/2027", "22/5/2027", "5/22/2027"], "unknown"],
    [["5/5/2027", "2027-05-20", "6.5.2027"], undefined],
  ])("%j: %j", (texts, order) => {
    expect(dayOrderIn(texts)).toBe(order);
  });
});

describe("a local time", () => {
  const inZone = (zone: string, local: string) => {
    const offset = ianaOffset(zone);
    return offset && new Date(instantOfLocal(Date.parse(`${local}Z`), offset)).toISOString();
  };
  it.each([
    ["America/Los_Angeles", "2027-01-20T18:00:00", "2027-01-21T02:00:00.000Z"],
    ["america/los_angeles", "2027-07-20T18:00:00", "2027-07-21T01:00:00.000Z"],
    ["America/Los_Angeles", "2027-11-07T01:30:00", "2027-11-07T08:30:00.000Z"],
    ["America/Los_Angeles", "2027-11-07T02:30:00", "2027-11-07T10:30:00.000Z"],
    ["America/Los_Angeles", "2027-03-14T02:30:00", "2027-03-14T10:30:00.000Z"],
    ["Pacific/Apia", "2027-05-20T18:00:00", "2027-05-20T05:00:00.000Z"],
    ["Not/AZone", "2027-05-20T18:00:00", null],
  ])("in %s, %s is %s", (zone, local, expected) => {
    expect(inZone(zone, local)).toBe(expected);
  });
});

describe("a list of days", () => {
  it.each([
    ["2027-05-20 2027-06-17,2027-07-15", ["2027-05-20", "2027-06-17", "2027-07-15"]],
    ["5/20/2027\r\n6/17/2027\n\n", ["2027-05-20", "2027-06-17"]],
    ["5/20/2027, 6/17/27; 20.7.2027", ["2027-05-20", "2027-06-17", "2027-07-20"]],
    ["May 20, 2027, June 17, 2027", ["2027-05-20", "2027-06-17"]],
    ["May 20 2027 June 17 2027", ["2027-05-20", "2027-06-17"]],
    ["Thursday, May 20, 2027 at 6:00 PM HST, 6/17/2027", ["2027-05-20", "2027-06-17"]],
    ["20th of May, 2027,6/17/2027", ["2027-05-20", "2027-06-17"]],
    [" ,\n", []],
  ])("%j is %j", (text, days) => {
    expect(readDays(text)).toEqual({ days });
  });

  it.each([
    ["5/20/2027, 2/30/2027", "“2/30/2027” is a day that does not exist."],
    ["May 20", "“May 20” has no year: write it like May 20, 2027."],
    ["Friday, May 20, 2027", "“Friday, May 20, 2027” names another weekday: 2027-05-20 is a Thursday."],
    [
      "5/20/2027 and Thanksgiving",
      "“and Thanksgiving” is not a date that we can read: write it like May 20, 2027 or 5/20/2027.",
    ],
  ])("%j is none", (text, message) => {
    const read = readDays(text);
    expect("fault" in read && dateFaultText(read.fault, read.said, writtenDays)).toBe(message);
  });
});

describe("a date or time field that a browser shows as a text field", () => {
  it.each([
    ["2027-05-20", "2027-05-20"],
    ["5/20/2027", "2027-05-20"],
    ["May 20, 2027", "2027-05-20"],
    ["2/30/2027", "2/30/2027"],
    ["tomorrow", "tomorrow"],
    ["", ""],
  ])("takes the day %s as %s", (text, day) => expect(typedDay(text)).toBe(day));

  it.each([
    ["18:00", "18:00"],
    ["18:00:30", "18:00"],
    ["6:00 PM", "18:00"],
    ["6 pm", "18:00"],
    ["noon", "12:00"],
    ["6", "6"],
    ["25:00", "25:00"],
    ["18:00 EST", "18:00 EST"],
    ["", ""],
  ])("takes the time %s as %s", (text, time) => expect(typedTime(text)).toBe(time));
});
