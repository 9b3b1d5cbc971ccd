import { describe, expect, it } from "vitest";
import { guessColumns } from "../../../admin/import-noun.ts";
import { eventFileColumns } from "./event-files.server.ts";
import { eventImport } from "./event-import.ts";
import { readCalendar } from "./ics-reader.ts";

const calendar = [
  "BEGIN:VCALENDAR",
  "VERSION:2.0",
  "BEGIN:VEVENT",
  "UID:1@example.org",
  "SUMMARY:Talk story\\, with coffee",
  "DTSTART;TZID=Pacific/Honolulu:20270520T180000",
  "DTEND:20270521T060000Z",
  "LOCATION:Hilo",
  "DESCRIPTION:A long line that is",
  "  folded.\\nAnd a second one.",
  "URL:https://example.org/talk-story",
  "BEGIN:VALARM",
  "DESCRIPTION:Reminder",
  "END:VALARM",
  "END:VEVENT",
  "BEGIN:VEVENT",
  "SUMMARY:Three days",
  "DTSTART;VALUE=DATE:20270601",
  "DTEND;VALUE=DATE:20270604",
  "END:VEVENT",
  "BEGIN:VEVENT",
  "SUMMARY:Every week",
  "DTSTART:20270520T180000Z",
  "RRULE:FREQ=WEEKLY",
  "END:VEVENT",
  "BEGIN:VEVENT",
  "UID:2@example.org",
  "RECURRENCE-ID;VALUE=DATE:20270521",
  "SUMMARY:On the mainland",
  "DTSTART;TZID=America/Denver:20270520T180000",
  "END:VEVENT",
  "END:VCALENDAR",
].join("\r\n");

/** Checks the lines of a file, using the guessed column mapping. */
function checked(file: { columns: string[]; lines: { cells: string[] }[] }) {
  const mapping = guessColumns(file.columns, eventImport.fields);
  return file.lines.map(({ cells }) =>
    eventImport.check(Object.fromEntries(Object.entries(mapping).map(([name, at]) => [name, cells[at] ?? ""]))),
  );
}

describe("a calendar file", () => {
  const read = readCalendar(calendar);
  if (!read || "fault" in read) throw new Error("no calendar");

  it("is read event by event, each with the number of its first line", () => {
    expect(read.lines.map(({ line }) => line)).toEqual([3, 16, 21, 26]);
  });

  it("identifies an event by its UID, plus the recurrence date for one day of a repeating event", () => {
    expect(read.lines.map(({ cells }) => cells.at(-1))).toEqual(["1@example.org", "", "", "2@example.org 20270521"]);
  });

  it("is imported in Honolulu time, rejecting events that repeat or have another time zone", () => {
    expect(checked(read)).toMatchObject([
      {
        checked: {
          ...{
            title: "Talk story, with coffee",
            key: "talk-story-with-coffee",
            place: "Hilo",
            date_precision: "exact",
          },
          ...{ starts_at: "2027-05-21T04:00:00.000Z", ends_at: "2027-05-21T06:00:00.000Z" },
          ...{ about: "A long line that is folded.\nAnd a second one.", ticket_url: "https://example.org/talk-story" },
          ...{ uid: "1@example.org", says: ["title", "dates", "place", "about", "ticket_url"] },
        },
      },
      {
        checked: {
          ...{ title: "Three days", summary: "Three days", place: "To be announced", date_precision: "day" },
          ...{ starts_at: "2027-06-01T10:00:00.000Z", ends_at: "2027-06-04T10:00:00.000Z" },
          ...{ uid: null, says: ["title", "dates"] },
        },
      },
      { reason: "It repeats: make a series of it here." },
      { reason: "The start is not a date like 2027-05-20 18:00." },
    ]);
  });

  it("is distinguished from CSV, and must contain an event", () => {
    expect(readCalendar("title,start\nTalk story,2027-05-20")).toBeNull();
    expect(readCalendar("BEGIN:VCALENDAR\r\nEND:VCALENDAR")).toEqual({
      fault: "There is no event in this calendar file.",
    });
  });
});

describe("a line of a list of events", () => {
  it("is recognized by its columns if the file is one of our own exports", () => {
    const columns: string[] = [...eventFileColumns];
    const values: Record<string, string> = {
      ...{ title: "Talk story", starts_at: "2027-05-21T04:00:00.000Z", ends_at: "2027-05-21T06:00:00.000Z" },
      ...{ place: "Hilo", summary: "Aloha.", about: "Longer.", uid: "1@example.org" },
    };
    expect(checked({ columns, lines: [{ cells: columns.map((column) => values[column] ?? "") }] })).toMatchObject([
      {
        checked: {
          title: "Talk story",
          starts_at: "2027-05-21T04:00:00.000Z",
          summary: "Aloha.",
          about: "Longer.",
          uid: "1@example.org",
        },
      },
    ]);
  });

  it.each([
    [{ title: "" }, "Enter a title."],
    [{ title: "夜話" }, "No key can be made of the title: create this event by hand."],
    [{ start: "next Friday" }, "The start is not a date like 2027-05-20 18:00."],
    [{ start: "2027-02-30" }, "Enter a date that exists."],
    [{ start: "2027-05-20 18:00", end: "2027-05-20 18:00" }, "Enter an end time after the start time."],
    [{ title: "=1+1" }, "Title: it begins with “=” or another character that spreadsheets read as a formula."],
  ])("is rejected with %j: %s", (more, reason) => {
    expect(eventImport.check({ title: "Talk story", ...more } as Record<string, string>)).toEqual({ reason });
  });

  it("drops a UID of more than 255 characters", () => {
    expect(eventImport.check({ title: "Talk story", uid: "u".repeat(256) })).toMatchObject({ checked: { uid: null } });
  });

  it("is to be announced without a start, and moves a link that is not https to its text", () => {
    expect(eventImport.check({ title: "Talk story", link: "http://example.org/" })).toMatchObject({
      checked: {
        date_precision: "tba",
        starts_at: null,
        ticket_url: null,
        about: "http://example.org/",
        says: ["title", "about"],
      },
    });
  });
});
