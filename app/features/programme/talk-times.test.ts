import { describe, expect, it } from "vitest";
import { pizzaDay } from "../events/event/pizza-day.fixture.ts";
import { likelySlot } from "./talk-times.ts";

describe("the form of a new talk begins", () => {
  const talk = (number: number, day: string, start: string, end: string, room_id: number | null = 3) => ({
    ...{
      number,
      kind: "talk" as const,
      room_id,
      starts_at: `2027-02-${day}T${start}:00-10:00`,
      ends_at: `2027-02-${day}T${end}:00-10:00`,
    },
  });
  const untimed = { number: 9, kind: "talk" as const, room_id: null, starts_at: null, ends_at: null };

  it("after the talk that was added last and has a time, in its room, whatever is later in the program", () => {
    const talks = [talk(2, "12", "10:00", "10:45"), talk(1, "13", "09:00", "09:30", 1), untimed];
    expect(likelySlot(talks, pizzaDay)).toEqual({ day: "2027-02-12", start: "10:45", room: "3" });
  });

  it("in the room before a break in no room", () => {
    const talks = [talk(1, "12", "10:00", "12:00"), talk(2, "12", "12:00", "13:00", null)];
    expect(likelySlot(talks, pizzaDay)).toEqual({ day: "2027-02-12", start: "13:00", room: "3" });
  });

  it("without a time after one that ends in the night", () => {
    const night = { ...talk(1, "12", "22:00", "23:00"), ends_at: "2027-02-13T01:00:00-10:00" };
    expect(likelySlot([night], pizzaDay)).toEqual({ day: "2027-02-12", room: "3" });
  });

  it("when the event does, as far as that is known, while there are only breaks, or no talk has a time", () => {
    expect(likelySlot([untimed], pizzaDay)).toEqual({ day: "2025-05-22", start: "18:00" });
    expect(likelySlot([{ ...talk(1, "12", "12:00", "13:00"), kind: "break" }], pizzaDay)).toMatchObject({
      start: "18:00",
    });
    expect(likelySlot([], { ...pizzaDay, date_precision: "day" })).toEqual({ day: "2025-05-22" });
    expect(likelySlot([], { ...pizzaDay, date_precision: "month" })).toEqual({});
    expect(likelySlot([], { ...pizzaDay, status: "postponed" })).toEqual({});
  });
});
