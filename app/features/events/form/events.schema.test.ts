import { describe, expect, it } from "vitest";
import { eventSchema } from "./events.schema.ts";

describe("the form of an event", () => {
  const event = { title: "Talk", place: "Honolulu", summary: "A talk.", date_precision: "tba" };
  const here = { admission: "here", attendee_limit: 20 };
  const conference = "00000000-0000-4000-8000-000000000001";
  const messages = (fields: object) => {
    const parsed = eventSchema.safeParse({ ...event, ...fields });
    return parsed.success ? {} : parsed.error.flatten().fieldErrors;
  };

  it("accepts an event with only the required fields", () => {
    expect(eventSchema.parse(event)).toMatchObject({ ...event, status: "scheduled", is_published: false });
  });

  it("accepts an event for people with a reservation at another one, with one spot each", () => {
    expect(messages({ ...here, for_people_of: conference, party_limit: 1 })).toEqual({});
  });

  it("treats optional fields with only whitespace as empty", () => {
    expect(eventSchema.parse({ ...event, time_note: "  ", about: " \n ", tab_label: "\t" })).toMatchObject({
      time_note: null,
      about: undefined,
      tab_label: null,
    });
  });

  it.each([
    ["title", { title: " " }],
    ["key", { key: "Two Words" }],
    ["date", { date_precision: "day" }],
    ["start", { date_precision: "exact", date: "2027-01-01" }],
    ["end_date", { date_precision: "exact", date: "2027-01-02", start: "10:00", end: "11:00", end_date: "2027-01-01" }],
    ["attendee_limit", { attendee_limit: 0 }],
    ["meets", { meets: "moon" }],
    ["online_limit", { ...here, meets: "both" }],
    ["online_limit", { meets: "both", online_limit: 0 }],
    ["online_limit", { meets: "online", online_limit: 20 }],
    ["ticket_url", { ticket_url: "javascript:alert(1)" }],
    ["ticket_url", { ticket_url: "http://tickets.example/" }],
    ["ticket_url", { ticket_url: "https://tickets.example@evil.example/" }],
    ["tab_order", { tab_order: 1.5 }],
    ["status", { status: "sold-out" }],
    ["summary", { summary: "s".repeat(501) }],
    ["series_id", { series_id: "Study Evenings" }],
    ["to_bring", { to_bring: "b".repeat(301) }],
    ["place_note", { place_note: "b".repeat(201) }],
    ["place", { place: undefined }],
    ["place", { place_id: conference }],
    ["place_id", { place: undefined, place_id: "Kaimukī Library" }],
    ["for_people_of", { ...here, for_people_of: "Conference" }],
    ["for_people_of", { for_people_of: conference }],
    ["party_limit", { ...here, for_people_of: conference, party_limit: 2 }],
    [
      "sign_up_closes_at",
      { ...here, date_precision: "exact", date: "2027-01-01", start: "16:00", sign_up_closes_at: "2027-01-01T22:00" },
    ],
    [
      "sign_up_closes_at",
      { ...here, date_precision: "day", date: "2027-01-01", sign_up_closes_at: "2027-01-01T00:01" },
    ],
  ])("reports the error at the field %s", (field, fields) => {
    expect(Object.keys(messages(fields))).toEqual([field]);
  });
});
