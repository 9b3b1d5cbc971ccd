import { expect, it } from "vitest";
import { newsOf } from "./status-news.ts";
import type { Waiting } from "./status-page.server.ts";

const withReservation = (reservation: object | null) => ({ reservation, confirmed_at: null }) as unknown as Waiting;

it("a reservation is called confirmed only if it is placed and no longer held", () => {
  const placed = { state: "placed", hold_until: null };
  expect(newsOf("accepted", withReservation(placed))).toEqual({ title: "Your reservation is confirmed." });
  for (const other of [{ ...placed, hold_until: "2027-05-22T18:00:00Z" }, { ...placed, state: "offered" }, null])
    expect(newsOf("accepted", withReservation(other))).toBeNull();
});

it.each([undefined, "", "made-up", "toString"])("%j yields no news", (done) => {
  expect(newsOf(done, withReservation(null))).toBeNull();
});

it("an answer is reported while the question is open, and a refusal once it is closed", () => {
  const coming = "2027-05-20T18:00:00Z";
  const titleOf = (done: string, own: object | null) => newsOf(done, withReservation(own))?.title ?? null;
  expect(titleOf("coming", { is_asked: true, coming_at: coming })).toBe(
    "Thank you for telling us that you are coming.",
  );
  for (const other of [{ is_asked: true, coming_at: null }, { is_asked: false, coming_at: coming }, null])
    expect(titleOf("coming", other)).toBeNull();
  expect(titleOf("no-question", { is_asked: false })).toBe("Nothing was changed.");
  for (const other of [{ is_asked: true }, null]) expect(titleOf("no-question", other)).toBeNull();
});
