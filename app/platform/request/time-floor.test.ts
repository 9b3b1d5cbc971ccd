import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { withTimeFloor } from "./time-floor.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Milliseconds until an answer, which is given when the work is done. */
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

it("takes 400 ms, whatever was found and however it ended", async () => {
  expect(await timeOf(Promise.resolve("known"))).toBe(400);
  expect(await timeOf(Promise.reject(new Error("gone")))).toBe(400);
  expect(await timeOf(after(120))).toBe(400);
  expect(await timeOf(after(900))).toBe(900);
});

it("gives back what came of the work", async () => {
  const result = withTimeFloor(Promise.resolve("known"));
  const failure = expect(withTimeFloor(Promise.reject(new Error("gone")))).rejects.toThrow("gone");
  await vi.advanceTimersByTimeAsync(400);
  expect(await result).toBe("known");
  await failure;
});
