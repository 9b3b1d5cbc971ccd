// Files as other programs write them (tests/cases/imports), read as an import reads them.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { ImportKind } from "../../admin/import-noun.ts";
import { textOfFile } from "../../admin/imported-file.ts";
import { importNouns } from "./import-nouns.ts";
import { readGiven } from "./imports.server.ts";

const bytesOf = (name: string) =>
  new Uint8Array(readFileSync(new URL(`../../../tests/cases/imports/${name}`, import.meta.url)));

/** What each line of a file would become, or why it is refused. */
async function linesOf(name: string, kind: ImportKind) {
  const given = textOfFile(bytesOf(name));
  if ("fault" in given) return given.fault;
  const read = await readGiven(importNouns[kind], given);
  if ("fault" in read) return read.fault;
  return read.rows.map(({ checked, reason, refusal, email }) =>
    checked
      ? { ...checked, email, notes: ((checked.notes ?? []) as string[]).join(" ") }
      : { reason: reason ?? refusal },
  );
}

const at = (instant: string) => new Date(instant).toISOString();

describe("a table", () => {
  it("has dates as Americans write them", async () => {
    expect(await linesOf("us-dates.csv", "events")).toMatchObject([
      { title: "Demo night", starts_at: at("2027-05-21T04:00Z"), ends_at: null, place: "Kahala", held: null },
      { title: "Hack day", starts_at: at("2027-05-22T10:00Z"), date_precision: "day", place: "Hilo" },
      { title: "Breakfast", starts_at: at("2027-05-23T18:30Z"), place: "Kona" },
    ]);
  });

  it("has the day and the time in columns of their own", async () => {
    expect(await linesOf("separate-date-and-time.csv", "events")).toMatchObject([
      {
        ...{ title: "Demo night", starts_at: at("2027-05-21T04:00Z"), ends_at: at("2027-05-21T06:00Z") },
        ...{ place: "Kahala", about: "Ten minutes each" },
      },
    ]);
  });

  it.each([
    ["excel-sep-line.csv", "Workshop", "Room 2"],
    ["excel-windows-1252.csv", "Café “Mala”", "Honolulu"],
    ["excel-unicode-text.txt", "Pō Mahina", "Honolulu"],
  ])("is read as Excel writes it: %s", async (name, title, place) => {
    expect(await linesOf(name, "events")).toMatchObject([
      { title, starts_at: at("2027-05-21T04:00Z"), ends_at: null, place },
    ]);
  });
});

it("the bookmarks of a browser are resources, and one without a description asks for it", async () => {
  expect(await linesOf("browser-bookmarks.html", "resources")).toMatchObject([
    {
      ...{ title: "A first work", url: "https://example.org/a", tab: "Crypto", tags: ["bitcoin", "intro"] },
      description: "Two sentences about it. It is short.",
    },
    { title: "A second work", url: "https://example.org/b", tab: "Crypto", description: null },
  ]);
});

describe("a list of people", () => {
  it("has addresses with names, and dates as Americans write them", async () => {
    expect(await linesOf("named-addresses.csv", "subscribers")).toMatchObject([
      { email: "kai.case@example.org", subscribed_at: at("2026-05-20T18:00Z") },
      { email: "noa.case@example.org", subscribed_at: at("2026-05-20T00:00Z") },
    ]);
  });

  it.each([
    ["separator-at-line-ends.csv", ["one.sep@case.example", "two.sep@case.example"]],
    ["title-above-the-header.csv", ["one.pre@case.example"]],
    ["invisible-in-addresses.csv", ["zw1", "zw2", "zw3", "zw4"].map((name) => `${name}@case.example`)],
    ["left-ghost.csv", ["in.ghost@case.example"]],
    ["left-in-two-columns.csv", ["in.two@case.example"]],
    ["left-by-status.csv", ["in0", "in1", "in2", "in3"].map((name) => `${name}.status@case.example`)],
    ["guests-who-said-no.csv", ["yes.optin@case.example"]],
  ])("brings in from %s exactly those who stay", async (name, emails) => {
    const lines = await linesOf(name, "subscribers");
    expect(typeof lines === "string" ? lines : lines.flatMap((line) => ("email" in line ? line.email : []))).toEqual(
      emails,
    );
  });

  it("is not XML", async () => {
    expect(await linesOf("programme.xml", "events")).toBe(
      "This is XML, not a table or a calendar. Export a CSV file instead.",
    );
  });
});

describe("a calendar", () => {
  const hour = (instant: string) => at(`${instant}:00Z`);
  const cases: [file: string, lines: object[]][] = [
    [
      "outlook-hawaiian-standard-time.ics",
      [
        {
          ...{ title: "Ledger night", place: "Room 5", held: null },
          ...{ starts_at: hour("2027-05-21T04:00"), ends_at: hour("2027-05-21T06:00") },
        },
      ],
    ],
    [
      "evolution-path-zone.ics",
      [{ title: "Node evening", starts_at: hour("2027-05-22T04:00"), ends_at: hour("2027-05-22T05:30") }],
    ],
    [
      "other-zone-with-daylight-saving.ics",
      [{ title: "West coast call", starts_at: hour("2027-05-21T01:00"), ends_at: hour("2027-05-21T03:00") }],
    ],
    ["blank-line-first.ics", [{ title: "Plugin export", starts_at: hour("2027-05-22T04:00"), ends_at: null }]],
    [
      "canceled-and-tentative.ics",
      [
        { title: "Called off", starts_at: hour("2027-05-23T04:00"), status: "cancelled", held: "canceled" },
        {
          ...{ title: "Maybe", starts_at: hour("2027-05-24T04:00"), status: "scheduled", held: null },
          notes: expect.stringContaining("The file says that it is tentative."),
        },
      ],
    ],
    [
      "google-html-description.ics",
      [
        {
          ...{ title: "Talk story", starts_at: hour("2027-05-25T04:00"), ends_at: hour("2027-05-25T06:00") },
          about: "Bring a **laptop**.\n\n- Doors 6 PM\n- Pizza & poi\n\n[Map](https://example.org/map)",
        },
      ],
    ],
    [
      "monthly-rule-with-exceptions.ics",
      [
        {
          ...{ title: "First Thursday", starts_at: hour("2027-01-08T04:00"), ends_at: hour("2027-01-08T06:00") },
          notes: expect.stringContaining(
            "It becomes an edition of the series “First Thursday”: The first Thursday of each month, from January 7, 2027.",
          ),
          series: {
            ...{ name: "First Thursday", frequency: "month", weekday: 4, every_weeks: null, week_of_month: 1 },
            ...{ first_day: "2027-01-07", last_day: "2027-04-01", left_out: ["2027-02-04"] },
          },
          ...{ series_key: "first-thursday", series_day: "2027-01-07", key: "first-thursday-2027-01-07" },
        },
        {
          ...{ title: "First Thursday, on a Friday", starts_at: hour("2027-03-06T04:00") },
          ...{ series_day: "2027-03-04", series: { name: "First Thursday" } },
        },
        { title: "First Thursday", starts_at: hour("2027-04-02T04:00"), ends_at: hour("2027-04-02T06:00") },
      ],
    ],
    [
      "place-on-three-lines.ics",
      [
        { title: "Harbor walk", place: "Pier house, 12 Nimitz Hwy, Honolulu HI 96817" },
        { title: "Two lines in a title", starts_at: hour("2027-05-22T04:00") },
      ],
    ],
    [
      "fold-inside-a-letter.ics",
      [{ about: "Bring slippers, water and a notebook. We end with a kūkākūkā about seed phrases." }],
    ],
    [
      "extra-dates.ics",
      [
        { title: "Net mending", starts_at: hour("2027-05-21T04:00"), ends_at: hour("2027-05-21T06:00") },
        { title: "Net mending by period", starts_at: hour("2027-06-11T04:00") },
        { title: "Net mending", starts_at: hour("2027-05-28T04:00"), ends_at: hour("2027-05-28T06:00") },
        { title: "Net mending", starts_at: hour("2027-06-04T04:00"), ends_at: hour("2027-06-04T06:00") },
        { title: "Net mending by period", starts_at: hour("2027-06-18T04:00") },
      ],
    ],
    [
      "day-that-ends-on-itself.ics",
      [
        { title: "Beach day", starts_at: hour("2027-05-20T10:00"), date_precision: "day", ends_at: null },
        { title: "Moment", starts_at: hour("2027-05-21T04:00"), ends_at: null },
        {
          ...{ title: "Starts at six, ends on a day", starts_at: hour("2027-05-22T04:00"), ends_at: null },
          notes: expect.stringContaining("The end has no time, so it was left out: “2027-05-23”."),
        },
      ],
    ],
    [
      "impossible-days.ics",
      [
        { reason: "Start: “20270230T040000Z” is a day that does not exist." },
        {
          ...{ title: "Ends before it starts", starts_at: hour("2027-05-21T04:00"), ends_at: null },
          notes: expect.stringContaining("The end is before the start, so it was left out: “20270521T020000Z”."),
        },
        { title: "With an offset", starts_at: hour("2027-05-27T04:00") },
        { title: "Whole second parts", starts_at: hour("2027-05-23T04:00") },
      ],
    ],
    [
      "cut-off.ics",
      [
        { title: "Kept", starts_at: hour("2027-05-21T04:00") },
        { title: "Lost", starts_at: hour("2027-05-22T04:00") },
      ],
    ],
    [
      "torn-lines-unindented.ics",
      [
        { title: "Unindented text", about: "Doors at six.\nBring a laptop.\nNote: parking is free." },
        { title: "Blank line in a fold", about: "First part and the second part." },
      ],
    ],
    [
      "words-like-formulas.ics",
      [
        { title: "@ Kailua: coffee" },
        { about: "=== Agenda ===\nTalk" },
        { about: "@Kai brings the projector" },
        { place: "@ the park" },
      ],
    ],
    [
      "two-versions.ics",
      [
        { reason: "Line 12 has a newer version of it." },
        { title: "Mesh night", starts_at: hour("2027-05-21T05:00"), place: "New hall" },
      ],
    ],
    ["blanks-at-line-ends.ics", [{ title: "Blank after each line", starts_at: hour("2027-05-21T04:00") }]],
    [
      "private-entries.ics",
      [
        { title: "Dentist", held: "private", notes: expect.stringContaining("The file says that it is private.") },
        { title: "Open evening", held: null },
      ],
    ],
    [
      "floating-in-new-york.ics",
      [
        {
          ...{ title: "Floating", starts_at: hour("2027-05-20T22:00") },
          notes: expect.stringContaining("so that of the calendar was taken: America/New_York."),
        },
      ],
    ],
    ["text-only-in-html.ics", [{ title: "Words in HTML only", about: "Bring a **laptop**." }]],
  ];
  it.each(cases)("is read whole: %s", async (name, lines) => {
    expect(await linesOf(name, "events")).toMatchObject(lines);
  });
});
