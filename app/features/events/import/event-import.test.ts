import { describe, expect, it } from "vitest";
import { type FileChoices, guessColumns } from "../../../admin/import-noun.ts";
import { eventFileColumns } from "../form/event-files.server.ts";
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
  "RRULE:FREQ=HOURLY",
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

  it("is imported in Honolulu time, also from another time zone, rejecting what repeats too often", () => {
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
      { reason: "It repeats more often than daily: make a series of it here." },
      { checked: { title: "On the mainland", starts_at: "2027-05-21T00:00:00.000Z" } },
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
    [
      "Google",
      "Subject,Start Date,Start Time,End Date,End Time,All Day Event,Description,Location,Private",
      "Lei making,05/20/2027,6:00 PM,05/20/2027,8:00 PM,False,Bring flowers,Hilo,False",
    ],
    [
      "Outlook",
      "Subject,Start Date,Start Time,End Date,End Time,All day event,Reminder on/off,Meeting Organizer,Categories,Description,Location,Priority,Private,Sensitivity,Show time as",
      "Lei making,5/20/2027,6:00:00 PM,5/20/2027,8:00:00 PM,False,False,Kai,,Bring flowers,Hilo,Normal,False,Normal,2",
    ],
  ])("is recognized by the columns that %s gives its tables", (_who, head, line) => {
    const columns = head.split(",");
    expect(checked({ columns, lines: [{ cells: line.split(",") }] })).toMatchObject([
      {
        checked: {
          ...{ title: "Lei making", place: "Hilo", about: "Bring flowers", held: null },
          ...{ starts_at: "2027-05-21T04:00:00.000Z", ends_at: "2027-05-21T06:00:00.000Z" },
        },
      },
    ]);
  });

  it("of the same title and hour in another room, or with another UID, is another event", () => {
    const start = "2027-05-20 18:00";
    const keyOf = (texts: Record<string, string>) => {
      const line = eventImport.check({ title: "Workshop", start, place: "Room 1", uid: "1@x.example", ...texts });
      return "key" in line ? line.key : line.reason;
    };
    expect(keyOf({ place: "Room 2" })).not.toBe(keyOf({}));
    expect(keyOf({ uid: "2@x.example" })).not.toBe(keyOf({}));
    expect(keyOf({ title: "WORKSHOP" })).toBe(keyOf({}));
  });

  it.each([
    [{ title: "" }, "Enter a title."],
    [{ limit: "about 50" }, "The limit of attendees is not a number: “about 50”. Write it like 50."],
    [
      { start: "next Friday" },
      "Start: “next Friday” is not a date that we can read: write it like 2027-05-20 18:00 or 5/20/2027 6:00 PM.",
    ],
    [{ start: "2027-02-30" }, "Start: “2027-02-30” is a day that does not exist."],
    [
      { start: "5/6/2027" },
      "Start: “5/6/2027” can be two days: choose under “Columns” whether the month or the day comes first.",
    ],
    [
      { start: "2027-05-20", start_time: "evening" },
      "Start: “evening” is not a time that we can read: write it like 18:00 or 6:00 PM.",
    ],
    [{ start: "2027-05-20 18:00", end: "2027-05-19 18:00" }, "It ends before it starts: “2027-05-19 18:00”."],
  ])("is rejected with %j: %s", (more, reason) => {
    expect(eventImport.check({ title: "Talk story", ...more } as Record<string, string>)).toEqual({ reason });
  });

  const start = "2027-05-20 18:00";
  it.each<[texts: Record<string, string>, starts: string | null, ends: string | null, note?: string]>([
    [{ start, end: "2027-05-20 18:00" }, "2027-05-21T04:00Z", null],
    [{ start, end: "2027-05-20 20:00" }, "2027-05-21T04:00Z", "2027-05-21T06:00Z"],
    [{ start, end: "8 PM" }, "2027-05-21T04:00Z", "2027-05-21T06:00Z"],
    [{ start, end: "2027-05-20 01:00" }, "2027-05-21T04:00Z", "2027-05-21T11:00Z", "taken as the next day"],
    [{ start, end: "2027-05-21T02:00Z" }, "2027-05-21T04:00Z", null, "it was left out: “2027-05-21T02:00Z”"],
    [{ start, end: "2027-05-23" }, "2027-05-21T04:00Z", null, "it was left out: “2027-05-23”"],
    [{ start: "2027-05-20", start_time: "6:00 PM", end_time: "8:00 PM" }, "2027-05-21T04:00Z", "2027-05-21T06:00Z"],
    [
      { start: "5/20/2027 0:00", start_time: "0.75", end_time: "1 AM" },
      "2027-05-21T04:00Z",
      "2027-05-21T11:00Z",
      "next day",
    ],
    [{ start: "46527", end: "46528" }, "2027-05-20T10:00Z", "2027-05-22T10:00Z"],
    [
      { start: "5/20/2027", start_time: "12:00 AM", end: "5/22/2027", end_time: "12:00 AM", all_day: "True" },
      "2027-05-20T10:00Z",
      "2027-05-22T10:00Z",
    ],
    [
      { start: "2027-05-20T10:00:00.000Z", end: "2027-05-23T10:00:00.000Z", precision: "day" },
      "2027-05-20T10:00Z",
      "2027-05-23T10:00Z",
    ],
    [{ start: "2027-07-01T10:00:00.000Z", precision: "quarter" }, "2027-07-01T10:00Z", null],
    [{ start: "", precision: "tba" }, null, null],
  ])("with %j begins at %s and ends at %s", (texts, starts, ends, note = "") => {
    const line = eventImport.check({ title: "Talk story", ...texts });
    if ("reason" in line) return expect.fail(line.reason);
    const minute = (at: unknown) => (typeof at === "string" ? at.replace(":00.000Z", "Z") : at);
    const { starts_at, ends_at, notes = [] } = line.checked;
    expect([minute(starts_at), minute(ends_at)]).toEqual([starts, ends]);
    expect(notes.slice(1).join(" ")).toContain(note);
    expect(notes).toHaveLength(note ? 2 : 1);
  });

  it.each([
    ["Pier house\n12 Nimitz Hwy\nHonolulu", "Pier house, 12 Nimitz Hwy, Honolulu", "room", null],
    ["https://us02web.zoom.us/j/1?pwd=abc", "Online", "online", "https://us02web.zoom.us/j/1?pwd=abc"],
    [
      "Zoom: https://us02web.zoom.us/j/1, Meeting ID: 123 456 789, Passcode: 4711",
      "Online",
      "online",
      "https://us02web.zoom.us/j/1",
    ],
    ["Room 5 / https://meet.google.com/abc-defg-hij", "Room 5 /", "both", "https://meet.google.com/abc-defg-hij"],
    ["https://lu.ma/abc", "To be announced", "room", null],
    ["Online", "Online", "online", null],
    ["Hilo", "Hilo", "room", null],
  ])("with the place %j is at %s", (place, shown, meets, join) => {
    expect(eventImport.check({ title: "Talk story", place })).toMatchObject({
      checked: { place: shown, meets, join_link: join },
    });
  });

  it("keeps a meeting link of its text for people with a spot, and the page of the event as the ticket link", () => {
    const about = "Join at https://meet.google.com/abc-defg-hij.\nBring a friend.";
    expect(eventImport.check({ title: "Talk story", about, place: "https://lu.ma/abc" })).toMatchObject({
      checked: {
        about: "Join at (the link is for people with a spot)\nBring a friend.",
        ...{ join_link: "https://meet.google.com/abc-defg-hij", ticket_url: "https://lu.ma/abc" },
      },
    });
    expect(
      eventImport.check({ title: "Talk story", about: "[Join \\[us\\]](https://meet.google.com/a) or call" }),
    ).toMatchObject({
      checked: {
        about: "Join \\[us\\] (the link is for people with a spot) or call",
        join_link: "https://meet.google.com/a",
      },
    });
  });

  it.each([
    ["@ Kailua: coffee", "kailua-coffee"],
    ["=1+1", "1-1"],
    ["夜話", "event-2027-05-20"],
    ["Two\nlines", "two-lines"],
  ])("with the title %j has the key %s", (title, key) => {
    expect(eventImport.check({ title, start: "2027-05-20" })).toMatchObject({
      checked: { key, title: title.replace("\n", " ") },
    });
  });

  it("that is canceled or private comes in only if an admin asks for it, and tentative is said", () => {
    const heldOf = (texts: Record<string, string>, chosen: FileChoices = {}) => {
      const line = eventImport.check({ title: "Talk story", ...texts }, chosen);
      return "checked" in line ? line.checked.held : line.reason;
    };
    expect(heldOf({ status: "CANCELLED" })).toBe("canceled");
    expect(heldOf({ status: "CANCELLED" }, { with: ["canceled"] })).toBeNull();
    expect(heldOf({ private: "CONFIDENTIAL" })).toBe("private");
    expect(heldOf({ private: "PUBLIC", status: "TENTATIVE" })).toBeNull();
    expect(eventImport.check({ title: "Talk story", status: "TENTATIVE" })).toMatchObject({
      checked: { status: "scheduled", notes: [expect.any(String), "The file says that it is tentative."] },
    });
  });

  it("of an event that repeats is an edition of a series, or a single event if an admin prefers that", () => {
    const rule = { name: "Talk story", frequency: "weeks", weekday: 4, every_weeks: 2, week_of_month: null };
    const series = { ...rule, first_day: "2027-05-20", last_day: null, left_out: [] };
    const texts = {
      ...{ title: "Talk story", start: "2027-05-20 18:00" },
      ...{ series_rule: JSON.stringify(series), series_day: "2027-05-20", later: "1" },
    };
    expect(eventImport.check(texts)).toMatchObject({
      checked: { series, series_day: "2027-05-20", key: "talk-story-2027-05-20", held: "later" },
    });
    const single = eventImport.check(texts, { repeats: "dates" });
    expect(single).toMatchObject({ checked: { key: "talk-story", held: null } });
    expect("checked" in single && single.checked).not.toHaveProperty("series");
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
