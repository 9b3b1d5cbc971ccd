import { expect, it } from "vitest";
import { createStopwatch } from "./stopwatch.ts";

it("counts concurrent calls once, adds up consecutive calls, and ignores the time in between", async () => {
  let now = 0;
  const stopwatch = createStopwatch(() => now);
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<never>()];
  const measured = [stopwatch.measure(first.promise), stopwatch.measure(second.promise)] as const;
  now = 10;
  first.resolve("rows");
  expect(await measured[0]).toBe("rows");
  now = 25;
  second.reject(new Error("gone"));
  await expect(measured[1]).rejects.toThrow("gone");
  expect(stopwatch.total()).toBe(25);
  now = 100;
  const third = Promise.withResolvers<void>();
  const last = stopwatch.measure(third.promise);
  now = 105;
  third.resolve();
  await last;
  expect(stopwatch.total()).toBe(30);
});
