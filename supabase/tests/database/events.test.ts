import { describe, expect, it } from "vitest";
import { checkViolation, prepareDatabase, uniqueViolation } from "./prepared-database.ts";

const database = prepareDatabase();

async function add(fields: Record<string, unknown> = {}) {
  const row: Record<string, unknown> = {
    key: "an-event",
    title: "An event",
    place: "Honolulu",
    summary: "A summary.",
    ...fields,
  };
  const columns = Object.keys(row);
  const [event] = await database.attempt(
    `insert into public.events (${columns}) values (${columns.map((_, index) => `$${index + 1}`)}) returning *`,
    ...Object.values(row),
  );
  return event as Record<string, unknown>;
}

const instant = (value: unknown) => (value as Date | null)?.toISOString() ?? null;

describe("over_at, the instant from which an event is past, in Pacific/Honolulu", () => {
  it.each([
    ["exact, with an end: its end", "exact", "2025-05-22 18:00-10", "2025-05-22 20:00-10", "2025-05-23T06:00:00.000Z"],
    [
      "exact, over midnight: its end",
      "exact",
      "2026-12-31 22:00-10",
      "2027-01-01 01:00-10",
      "2027-01-01T11:00:00.000Z",
    ],
    ["exact, without an end: when the day ends", "exact", "2023-06-15 18:00-10", null, "2023-06-16T10:00:00.000Z"],
    ["exact, just before midnight", "exact", "2023-06-15 23:59:59-10", null, "2023-06-16T10:00:00.000Z"],
    ["exact, at midnight", "exact", "2023-06-16 00:00-10", null, "2023-06-17T10:00:00.000Z"],
    ["day: when the day ends", "day", "2026-11-21 00:00-10", null, "2026-11-22T10:00:00.000Z"],
    ["day, given by any instant of it", "day", "2026-11-22 09:59:59Z", null, "2026-11-22T10:00:00.000Z"],
    [
      "days without times: when the last of them ends",
      "day",
      "2027-05-20 00:00-10",
      "2027-05-23 00:00-10",
      "2027-05-23T10:00:00.000Z",
    ],
    ["month: when the month ends", "month", "2028-02-01 00:00-10", null, "2028-03-01T10:00:00.000Z"],
    [
      "month, given in UTC after Honolulu's last evening began",
      "month",
      "2026-12-01 05:00Z",
      null,
      "2026-12-01T10:00:00.000Z",
    ],
    ["quarter: when the quarter ends", "quarter", "2026-07-01 00:00-10", null, "2026-10-01T10:00:00.000Z"],
    ["quarter, the last one of a year", "quarter", "2026-12-31 23:00-10", null, "2027-01-01T10:00:00.000Z"],
    ["tba: never", "tba", null, null, null],
  ])("%s", async (_, date_precision, starts_at, ends_at, over) => {
    expect(instant((await add({ date_precision, starts_at, ends_at })).over_at)).toBe(over);
  });

  it("follows a change of the date", async () => {
    await add({ date_precision: "day", starts_at: "2026-11-21 00:00-10" });
    const [event] = await database.sql(
      "update public.events set date_precision = 'tba', starts_at = null where key = 'an-event' returning over_at",
    );
    expect(event).toEqual({ over_at: null });
  });
});

describe("the fields of an event", () => {
  it("default to unpublished, scheduled, a date to be announced and sequence 0", async () => {
    expect(await add()).toMatchObject({
      is_published: false,
      status: "scheduled",
      date_precision: "tba",
      sequence: 0,
      about: "",
    });
  });

  it.each([
    ["a path of the site", "/Images/bitcoin-pizza-day.svg"],
    ["a path in the bucket", "posters/2026-11.webp"],
    ["a web address", "http://127.0.0.1:54321/storage/v1/object/public/event-images/poster%201.webp"],
  ])("accept as a poster %s", async (_, poster_path) => {
    expect(await add({ poster_path, poster_alt: "A poster", poster_width: 800, poster_height: 1000 })).toMatchObject({
      poster_path,
    });
  });

  it.each([
    ["a key that is no slug", { key: "Not A Slug" }],
    ["a key with a slash", { key: "a/b" }],
    ["a key of 81 letters", { key: "a".repeat(81) }],
    ["a blank title", { title: "  " }],
    ["a title of 201 letters", { title: "a".repeat(201) }],
    ["no place", { place: "" }],
    ["a summary of 501 letters", { summary: "a".repeat(501) }],
    ["an about text of 20001 letters", { about: "a".repeat(20_001) }],
    ["an unknown precision", { date_precision: "week", starts_at: "2026-01-01" }],
    ["a precision without a date", { date_precision: "day" }],
    ["a date to be announced that is known", { date_precision: "tba", starts_at: "2026-01-01" }],
    [
      "a day that ends with a time",
      { date_precision: "day", starts_at: "2026-01-01 00:00-10", ends_at: "2026-01-02 17:00-10" },
    ],
    [
      "an end of a month",
      { date_precision: "month", starts_at: "2026-01-01 00:00-10", ends_at: "2026-02-01 00:00-10" },
    ],
    ["an end of a quarter", { date_precision: "quarter", starts_at: "2026-01-01", ends_at: "2026-04-01" }],
    ["an end before the start", { date_precision: "exact", starts_at: "2026-01-02", ends_at: "2026-01-01" }],
    ["an end at the start", { date_precision: "exact", starts_at: "2026-01-02", ends_at: "2026-01-02" }],
    ["a limit of nobody", { attendee_limit: 0 }],
    ["a ticket link that runs a script", { ticket_url: "javascript:alert(1)" }],
    ["a ticket link with a space", { ticket_url: "https://example.org/a b" }],
    ["a ticket link that shows another host than its own", { ticket_url: "https://tickets.example@evil.example/" }],
    [
      "a poster with a name before its host",
      { poster_path: "https://pay@evil.example/a.svg", poster_alt: "A", poster_width: 1, poster_height: 1 },
    ],
    ["a poster without a text for it", { poster_path: "/a.svg", poster_width: 1, poster_height: 1 }],
    [
      "a poster of another scheme",
      { poster_path: "data:image/png,x", poster_alt: "A", poster_width: 1, poster_height: 1 },
    ],
    [
      "a poster of any host",
      { poster_path: "//example.org/a.svg", poster_alt: "A", poster_width: 1, poster_height: 1 },
    ],
    ["a poster without size", { poster_path: "/a.svg", poster_alt: "A", poster_width: 0, poster_height: 1 }],
    ["an unknown status", { status: "done" }],
    ["a tab before the first", { tab_order: 0 }],
    ["a blank tab label", { tab_label: "" }],
  ])("reject %s", async (_, fields) => {
    await expect(add(fields)).rejects.toMatchObject({ code: checkViolation });
  });

  it("require a unique key and tab position; several events may have no tab", async () => {
    await add({ tab_order: 7 });
    await add({ key: "another" });
    await add({ key: "a-third" });
    await expect(add()).rejects.toMatchObject({ code: uniqueViolation });
    await expect(add({ key: "a-fourth", tab_order: 7 })).rejects.toMatchObject({ code: uniqueViolation });
  });
});

describe("a ticket link that begins with http://", () => {
  const insecure = "http://tickets.example/";
  const change = (assignments: string) =>
    database.attempt(`update public.events set ${assignments} where key = 'an-event'`);

  it("is refused for a new event and for a change", async () => {
    await expect(add({ ticket_url: insecure })).rejects.toMatchObject({ code: checkViolation });
    await add({ ticket_url: "https://tickets.example/" });
    await expect(change(`ticket_url = '${insecure}'`)).rejects.toMatchObject({ code: checkViolation });
  });
});

describe("sequence, which tells calendars about a change", () => {
  const change = async (assignment: string) =>
    (await database.sql(`update public.events set ${assignment} where key = 'an-event' returning sequence`))[0]
      ?.sequence;

  it.each([
    "title = 'Another'",
    "starts_at = now(), date_precision = 'exact'",
    "place = 'Kahala'",
    "status = 'cancelled'",
  ])("increases by one with %s, and not when that is repeated", async (assignment) => {
    await add();
    expect(await change(assignment)).toBe(1);
    expect(await change(assignment)).toBe(1);
  });

  it("stays with a change that calendars do not show, and never decreases", async () => {
    await add({ sequence: 4 });
    expect(await change("tab_label = 'Tab', is_published = true")).toBe(4);
    expect(await change("title = 'Another', sequence = 0")).toBe(5);
  });
});
