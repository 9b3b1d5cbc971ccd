import { expect, it } from "vitest";
import { newsOf } from "./status-news.ts";
import type { Waiting } from "./status-page.server.ts";

const withReservation = (reservation: object | null) => ({ reservation, confirmed_at: null }) as unknown as Waiting;

it("a reservation is called confirmed once nothing holds it until its address is", () => {
  const placed = { state: "placed", hold_until: null };
  expect(newsOf("accepted", withReservation(placed))).toEqual({ title: "Your reservation is confirmed." });
  for (const other of [{ ...placed, hold_until: "2027-05-22T18:00:00Z" }, { ...placed, state: "offered" }, null])
    expect(newsOf("accepted", withReservation(other))).toBeNull();
});

it.each([undefined, "", "made-up", "toString"])("%j is no news", (done) => {
  expect(newsOf(done, withReservation(null))).toBeNull();
});
