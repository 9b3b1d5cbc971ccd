import fc from "fast-check";
import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { defaultSite } from "../../../site.ts";
import type { Event } from "../event/event.ts";
import { pizzaDay } from "../event/pizza-day.fixture.ts";
import { calendarFile, calendarResponse, feedInterval } from "./calendar.server.ts";

const origin = "https://hawaii.example.org";
const publisher = { origin, site: defaultSite };
const pizza: Event = {
  ...pizzaDay,
  starts_at: "2025-05-23 04:00:00+00",
  ends_at: "2025-05-23 06:00:00+00",
  over_at: "2025-05-23 06:00:00+00",
  about: "Ten thousand bitcoin for two pizzas.\n\nBeginners are welcome.",
  tab_label: null,
  sequence: 3,
  created_at: "2025-01-01 00:00:00+00",
  updated_at: "2025-02-03 04:05:06+00",
};

const calendarOf = (file: string) => new ICAL.Component(ICAL.parse(file));
const entriesOf = (file: string) => calendarOf(file).getAllSubcomponents("vevent");
const entryOf = (event: Event) => {
  const [entry] = entriesOf(calendarFile([event], publisher));
  if (!entry) throw new Error("The file has no event.");
  return { entry, event: new ICAL.Event(entry) };
};
const utc = (time: ICAL.Time) => ({ instant: time.toJSDate().toISOString(), zone: time.zone?.tzid });

describe("a calendar file", () => {
  it("is one published calendar of version 2.0 with the name of the site", () => {
    const calendar = calendarOf(calendarFile([pizza], publisher));
    expect(calendar.name).toBe("vcalendar");
    expect(calendar.getFirstPropertyValue("version")).toBe("2.0");
    expect(calendar.getFirstPropertyValue("method")).toBe("PUBLISH");
    expect(calendar.getFirstPropertyValue("prodid")).toContain(defaultSite.shortName);
    expect(calendar.getFirstPropertyValue("x-wr-calname")).toBe(defaultSite.name);
  });

  it("has the event in UTC, with start and end", () => {
    const { event } = entryOf(pizza);
    expect(utc(event.startDate)).toEqual({ instant: "2025-05-23T04:00:00.000Z", zone: "UTC" });
    expect(utc(event.endDate)).toEqual({ instant: "2025-05-23T06:00:00.000Z", zone: "UTC" });
    expect(event.summary).toBe("Bitcoin Pizza Day 2025");
    expect(event.location).toBe("Co-working space in Kahala");
    expect(event.description).toBe(
      "An evening with pizza.\n\nTen thousand bitcoin for two pizzas.\n\nBeginners are welcome.",
    );
  });

  it("links to the event's page on SITE_ORIGIN", () => {
    expect(entryOf(pizza).entry.getFirstPropertyValue("url")).toBe(`${origin}/events/bitcoin`);
    const party = entryOf({ ...pizza, key: "global-pizza-party" });
    expect(party.entry.getFirstPropertyValue("url")).toBe(`${origin}/global-pizza-party`);
  });

  it("has a stable UID, SEQUENCE and DTSTAMP, so that a changed event replaces its old version", () => {
    const { entry, event } = entryOf(pizza);
    expect(event.uid).toBe("6f9619ff-8b86-4d01-b42d-00c04fc964ff@hawaii.example.org");
    expect(entry.getFirstPropertyValue("sequence")).toBe(3);
    expect(utc(entry.getFirstPropertyValue("dtstamp") as ICAL.Time).instant).toBe("2025-02-03T04:05:06.000Z");
    expect(calendarFile([pizza], publisher)).toBe(calendarFile([pizza], publisher));
    expect(entryOf({ ...pizza, title: "Renamed", sequence: 4 }).event.uid).toBe(event.uid);
  });

  it.each([
    ["scheduled", "CONFIRMED"],
    ["cancelled", "CANCELLED"],
  ] as const)("marks a %s event as %s", (status, word) => {
    expect(entryOf({ ...pizza, status }).entry.getFirstPropertyValue("status")).toBe(word);
  });

  it("has no end or duration if the end is unknown", () => {
    const { entry } = entryOf({ ...pizza, ends_at: null });
    expect(entry.getFirstProperty("dtend")).toBeNull();
    expect(entry.getFirstProperty("duration")).toBeNull();
  });

  it("leaves out a postponed event, because its old date no longer holds", () => {
    const file = calendarFile([{ ...pizza, status: "postponed" }], publisher);
    expect(entriesOf(file)).toEqual([]);
    expect(file).not.toContain("2025");
  });

  it.each([
    ["one day", null, "2025-05-23 10:00:00+00", "2025-05-23"],
    ["three days", "2025-05-25 10:00:00+00", "2025-05-25 10:00:00+00", "2025-05-25"],
  ])("has an all-day entry for %s, with DTEND on the day after", (_days, ends_at, over_at, end) => {
    const day: Event = { ...pizza, date_precision: "day", starts_at: "2025-05-22 10:00:00+00", ends_at, over_at };
    const { entry, event } = entryOf(day);
    expect(["dtstart", "dtend"].map((name) => entry.getFirstProperty(name)?.type)).toEqual(["date", "date"]);
    expect([event.startDate.toString(), event.endDate.toString()]).toEqual(["2025-05-22", end]);
  });

  it("leaves out every event whose day is unknown", () => {
    const coarse = (["month", "quarter", "tba"] as const).map((date_precision, index) => ({
      ...pizza,
      id: String(index),
      date_precision,
      starts_at: date_precision === "tba" ? null : pizza.starts_at,
      ends_at: null,
    }));
    const file = calendarFile([...coarse, pizza], publisher);
    expect(entriesOf(file).map((entry) => entry.getFirstPropertyValue("summary"))).toEqual([pizza.title]);
    expect(entriesOf(calendarFile(coarse, publisher))).toEqual([]);
  });

  it("has lines of at most 75 octets ending in CRLF, even with Hawaiian text and emoji", () => {
    const file = calendarFile([{ ...pizza, title: "Hoʻomaikaʻi Kāneʻohe 🌺🍕 ".repeat(12) }], publisher);
    expect(file.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    for (const line of file.split("\r\n")) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
    expect(file).not.toContain("\ufffd");
  });

  it("preserves any text of the event, without letting it inject properties", () => {
    const text = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 80 })
      .map((value) => value.replace(/\p{Cc}/gu, "").trim())
      .filter(Boolean);
    const spiteful = fc.constantFrom("a;b,c:d\\e", "x\nATTENDEE:mailto:a@example.org", 'END:VEVENT"', "\\n \\, \\;");
    fc.assert(
      fc.property(fc.oneof(text, spiteful), fc.oneof(text, spiteful), (title, place) => {
        const { entry, event } = entryOf({ ...pizza, title, place });
        expect(event.summary).toBe(title);
        expect(event.location).toBe(place);
        const names = entry.getAllProperties().map((property) => property.name);
        expect(names).not.toContain("attendee");
        expect(new Set(names).size).toBe(names.length);
      }),
    );
  });

  it("shows that an event is online, and includes the join link only if it is passed", () => {
    const online = { ...pizza, meets: "online" } as const;
    expect(entryOf(online).event.location).toBe("Online: Co-working space in Kahala");
    const own = { attends: "online", joinUrl: "https://meet.example/1" } as const;
    expect(calendarFile([online], publisher, undefined, own)).toContain("LOCATION:https://meet.example/1");
    const both = { ...pizza, meets: "both" } as const;
    expect(entryOf(both).event.location).toBe("Co-working space in Kahala, and online");
    const inRoom = calendarFile([both], publisher, undefined, { attends: "room", joinUrl: null });
    expect(inRoom).toMatch(/LOCATION:Co-working space in Kahala\r\n/);
  });

  it("has the coordinates of the place for people who come there, and only for them", () => {
    const place = { key: "hall", name: "Hall", city: "Hilo", island: "hawaii" } as const;
    const at = { ...pizza, place: "Hall, Hilo", place_details: { ...place, latitude: 19.72, longitude: -155.08 } };
    const file = calendarFile([at], publisher);
    expect(file).toMatch(/LOCATION:Hall\\, Hilo\r\nGEO:19.72;-155.08\r\n/);
    const entry = entriesOf(file)[0];
    expect(entry?.getFirstPropertyValue("geo")).toEqual([19.72, -155.08]);
    expect(calendarFile([{ ...at, place_details: place }], publisher)).not.toContain("GEO:");
    expect(calendarFile([{ ...at, meets: "online" }], publisher)).not.toContain("GEO:");
    const both = (attends: "room" | "online") =>
      calendarFile([{ ...at, meets: "both" }], publisher, undefined, { attends });
    expect(both("room")).toContain("GEO:");
    expect(both("online")).not.toContain("GEO:");
  });

  it("is sent as a download with the name of the event", async () => {
    const answer = calendarResponse("BEGIN:VCALENDAR", "bitcoin", "attachment");
    expect(answer.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
    expect(answer.headers.get("Content-Disposition")).toBe('attachment; filename="bitcoin.ics"');
    expect(answer.headers.get("Cache-Control")).toBe("private, no-cache");
    expect(await answer.text()).toBe("BEGIN:VCALENDAR");
  });

  it("states the refresh interval in a feed, but not for a single event", () => {
    const feed = calendarOf(calendarFile([pizza], publisher, feedInterval));
    expect(feed.getFirstProperty("refresh-interval")?.toICALString()).toBe("REFRESH-INTERVAL;VALUE=DURATION:PT6H");
    expect(String(feed.getFirstPropertyValue("x-published-ttl"))).toBe("PT6H");
    expect(calendarFile([pizza], publisher)).not.toMatch(/REFRESH|TTL/);
  });
});
