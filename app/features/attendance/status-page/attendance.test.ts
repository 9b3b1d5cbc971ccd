import { describe, expect, it } from "vitest";
import { attendanceOf } from "./attendance.ts";
import type { Waiting } from "./status-page.server.ts";

const about = (reservation: object | null, event: object = {}) =>
  attendanceOf({
    event: { title: "Lūʻau", place: "Hilo", over_at: "2027-05-02T08:00:00Z", ...event },
    reservation,
  } as Pick<Waiting, "event" | "reservation">);
const checkedIn = { state: "placed", checked_in_at: "2027-05-02T04:02:00Z" };

describe("attendanceOf", () => {
  it("gives the day of check-in in Hawaiʻi, the place, and a last day 90 days after the event", () => {
    expect(about(checkedIn)).toEqual({
      event: "Lūʻau",
      day: "Saturday, May 1, 2027",
      place: "Hilo",
      until: "July 30, 2027",
    });
  });

  it("gives neither place nor last day if the event has a new date", () => {
    expect(about({ ...checkedIn, state: "past" })).toMatchObject({ place: null, until: null });
  });

  it("gives no last day if the event has lost its date", () => {
    expect(about(checkedIn, { over_at: null })).toMatchObject({ place: "Hilo", until: null });
  });

  it("returns null without a check-in or a reservation", () => {
    expect(about({ ...checkedIn, checked_in_at: null })).toBeNull();
    expect(about(null)).toBeNull();
  });
});
