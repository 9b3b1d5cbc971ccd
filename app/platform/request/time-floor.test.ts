import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { withTimeFloor } from "./time-floor.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Returns the milliseconds until the result is available. */
async function timeOf(work: Promise<unknown>): Promise<number> {
  const from = Date.now();
  let took = -1;
  const note = () => {
    took = Date.now() - from;
  };
  withTimeFloor(work).then(note, note);
  while (took < 0) await vi.advanceTimersByTimeAsync(1);
  return took;
}

const after = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

it("takes at least 400 ms, whether the work succeeds or fails", async () => {
  expect(await timeOf(Promise.resolve("known"))).toBe(400);
  expect(await timeOf(Promise.reject(new Error("gone")))).toBe(400);
  expect(await timeOf(after(120))).toBe(400);
  expect(await timeOf(after(900))).toBe(900);
});

it("returns the result of the work or throws its error", async () => {
  const result = withTimeFloor(Promise.resolve("known"));
  const failure = expect(withTimeFloor(Promise.reject(new Error("gone")))).rejects.toThrow("gone");
  await vi.advanceTimersByTimeAsync(400);
  expect(await result).toBe("known");
  await failure;
});
