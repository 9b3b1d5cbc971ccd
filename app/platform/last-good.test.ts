import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLastGood } from "./last-good.ts";
import { newPageReport } from "./page-report.ts";
import { DatabaseUnavailable } from "./unavailable.ts";

const keptAt = new Date("2026-11-22T10:00:00Z");
const findCopy = async () => ({ content: "a copy", keptAt });
const none = async () => null;
const after = <Value>(milliseconds: number, value: Value) =>
  new Promise<Value>((done) => setTimeout(done, milliseconds, value));

/** What a reader is shown for an answer that takes so long, how long they wait, and of when it is. */
async function read(question: Promise<string>, find: () => Promise<{ content: string; keptAt: Date } | null>) {
  const page = newPageReport(true);
  const { stepInFor } = createLastGood({ cache: undefined, origin: "", page, waitUntil: () => {} });
  const before = Date.now();
  const shown = stepInFor(question, find).catch((error: Error) => error.name);
  await vi.runAllTimersAsync();
  return { shown: await shown, of: page.keptAt, waited: Date.now() - before };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("an answer in time is shown, whatever is kept", async () => {
  const { shown, of } = await read(after(800, "an answer"), findCopy);
  expect([shown, of]).toEqual(["an answer", null]);
});

test("without an answer the copy is shown, and the page says of when it is", async () => {
  const { shown, of } = await read(Promise.reject(new DatabaseUnavailable("gone")), findCopy);
  expect([shown, of]).toEqual(["a copy", keptAt]);
});

test("without a copy an answer may take its time, and no answer is an error", async () => {
  expect((await read(after(2500, "an answer"), none)).shown).toBe("an answer");
  expect((await read(Promise.reject(new DatabaseUnavailable("gone")), none)).shown).toBe("DatabaseUnavailable");
});

test("an error of our own is no reason to show a copy", async () => {
  expect((await read(Promise.reject(new TypeError("a mistake")), findCopy)).shown).toBe("TypeError");
});

test("a late answer is waited for by one reader in 3 s, until one comes in time", async () => {
  const waits: number[] = [];
  const ask = async (milliseconds: number) => {
    const page = newPageReport(true);
    const { stepInFor } = createLastGood({ cache: undefined, origin: "", page, waitUntil: () => {} });
    const before = Date.now();
    const shown = stepInFor(after(milliseconds, "an answer"), findCopy).then(() => waits.push(Date.now() - before));
    await vi.advanceTimersByTimeAsync(1000);
    await shown;
  };
  vi.setSystemTime(Date.now() + 10_000);
  await ask(5000);
  await ask(5000);
  await ask(5000);
  expect(waits).toEqual([900, 0, 0]);
  await vi.advanceTimersByTimeAsync(2000);
  await ask(5000);
  expect(waits[3]).toBe(900);
  await ask(10);
  await ask(10);
  expect(waits.slice(4)).toEqual([0, 10]);
});
