import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DateFields, dateFieldsOf, datesOf } from "./event-times.ts";

describe("a typed date is read as Honolulu time, ten hours behind UTC all year", () => {
  it.each<[string, DateFields, string | null, string | null]>([
    [
      "an evening",
      { date_precision: "exact", date: "2027-05-22", start: "18:00", end: "20:30" },
      "2027-05-23T04:00:00.000Z",
      "2027-05-23T06:30:00.000Z",
    ],
    ["no end", { date_precision: "exact", date: "2027-05-22", start: "00:00" }, "2027-05-22T10:00:00.000Z", null],
    [
      "past midnight",
      { date_precision: "exact", date: "2027-12-31", start: "22:00", end: "01:00" },
      "2028-01-01T08:00:00.000Z",
      "2028-01-01T11:00:00.000Z",
    ],
    [
      "three days",
      { date_precision: "exact", date: "2028-02-28", start: "09:00", end: "17:00", end_date: "2028-03-01" },
      "2028-02-28T19:00:00.000Z",
      "2028-03-02T03:00:00.000Z",
    ],
    ["a day in summer", { date_precision: "day", date: "2027-07-01" }, "2027-07-01T10:00:00.000Z", null],
    ["a day in winter", { date_precision: "day", date: "2027-01-01" }, "2027-01-01T10:00:00.000Z", null],
    ["a month by its last day", { date_precision: "month", date: "2027-05-31" }, "2027-05-01T10:00:00.000Z", null],
    ["the first quarter", { date_precision: "quarter", date: "2027-03-31" }, "2027-01-01T10:00:00.000Z", null],
    ["the last quarter", { date_precision: "quarter", date: "2027-12-31" }, "2027-10-01T10:00:00.000Z", null],
    [
      "three days without times, to the midnight after the last of them",
      { date_precision: "day", date: "2028-02-28", end_date: "2028-03-01" },
      "2028-02-28T10:00:00.000Z",
      "2028-03-02T10:00:00.000Z",
    ],
    [
      "a day that is its own last one",
      { date_precision: "day", date: "2027-07-01", end_date: "2027-07-01" },
      "2027-07-01T10:00:00.000Z",
      null,
    ],
    ["nothing announced", { date_precision: "tba" }, null, null],
  ])("%s", (_, fields, starts_at, ends_at) => {
    expect(datesOf(fields)).toEqual({ starts_at, ends_at });
  });
});

describe("an invalid date is reported at its field", () => {
  it.each<[string, DateFields, string]>([
    ["no date", { date_precision: "day" }, "date"],
    ["a day that does not exist", { date_precision: "day", date: "2027-02-29" }, "date"],
    ["something else", { date_precision: "month", date: "May 2027" }, "date"],
    ["no start", { date_precision: "exact", date: "2027-05-22" }, "start"],
    ["25 o'clock", { date_precision: "exact", date: "2027-05-22", start: "25:00" }, "start"],
    ["an end that is no time", { date_precision: "exact", date: "2027-05-22", start: "18:00", end: "late" }, "end"],
    ["an end at the start", { date_precision: "exact", date: "2027-05-22", start: "18:00", end: "18:00" }, "end"],
    [
      "a last day without a time",
      { date_precision: "exact", date: "2027-05-22", start: "18:00", end_date: "2027-05-23" },
      "end",
    ],
    ["a year that the database does not know", { date_precision: "day", date: "0000-05-22" }, "date"],
    [
      "a day that ends in a year of five digits",
      { date_precision: "exact", date: "9999-12-31", start: "23:00" },
      "date",
    ],
    [
      "a last day before the first",
      { date_precision: "exact", date: "2027-05-22", start: "18:00", end: "20:00", end_date: "2027-05-21" },
      "end_date",
    ],
    [
      "a last day before the first, without times",
      { date_precision: "day", date: "2027-05-22", end_date: "2027-05-21" },
      "end_date",
    ],
    [
      "a last day that does not exist",
      { date_precision: "day", date: "2027-02-22", end_date: "2027-02-29" },
      "end_date",
    ],
    [
      "the end before the start on the day named",
      { date_precision: "exact", date: "2027-05-22", start: "18:00", end: "17:00", end_date: "2027-05-22" },
      "end_date",
    ],
  ])("%s", (_, fields, field) => {
    expect(datesOf(fields)).toEqual({ field, message: expect.any(String) });
  });
});

describe("input is kept or rejected with a message, never dropped", () => {
  const typed = { date: "2027-05-20", start: "09:00", end: "17:00", end_date: "2027-05-22" };
  const more = {
    day: ["start", "end"],
    month: ["start", "end", "end_date"],
    quarter: ["start", "end", "end_date"],
    tba: ["date", "start", "end", "end_date"],
  } as const;
  const cases = Object.entries(more).flatMap(([precision, fields]) =>
    fields.map((field) => [precision, field] as const),
  );

  it.each(cases)("with precision %s, reports a filled-in %s at that field", (precision, field) => {
    const date = precision === "tba" ? {} : { date: typed.date };
    const fields = { date_precision: precision as DateFields["date_precision"], ...date, [field]: typed[field] };
    expect(datesOf(fields)).toEqual({ field, message: expect.stringMatching(/^Leave the (date|time|last day) empty/) });
  });

  it("keeps the last day in the form with precision day", () => {
    const fields = { date_precision: "day", date: "2027-05-20", end_date: "2027-05-22" } as const;
    const dates = datesOf(fields);
    expect("field" in dates ? dates : dateFieldsOf({ ...fields, ...dates })).toEqual(fields);
  });
});

describe("the form of an event", () => {
  it("shows the stored instants as Honolulu dates and times, whatever their notation", () => {
    expect(
      dateFieldsOf({
        date_precision: "exact",
        starts_at: "2027-05-23 04:00:00+00",
        ends_at: "2027-05-23T06:30:00+00:00",
      }),
    ).toEqual({ date_precision: "exact", date: "2027-05-22", start: "18:00", end: "20:30" });
    expect(dateFieldsOf({ date_precision: "tba", starts_at: null, ends_at: null })).toEqual({ date_precision: "tba" });
    expect(dateFieldsOf({ date_precision: "quarter", starts_at: "2026-07-01 10:00:00+00", ends_at: null })).toEqual({
      date_precision: "quarter",
      date: "2026-07-01",
    });
  });

  it("changes nothing when it is saved unmodified, however long the event lasts", () => {
    const minutes = fc.integer({ min: 1, max: 20 * 24 * 60 });
    const start = fc.integer({ min: Date.UTC(2000, 0, 1) / 60_000, max: Date.UTC(2099, 0, 1) / 60_000 });
    fc.assert(
      fc.property(start, fc.option(minutes), (startMinute, length) => {
        const starts_at = new Date(startMinute * 60_000).toISOString();
        const ends_at = length === null ? null : new Date((startMinute + length) * 60_000).toISOString();
        expect(datesOf(dateFieldsOf({ date_precision: "exact", starts_at, ends_at }))).toEqual({ starts_at, ends_at });
      }),
    );
  });
});
