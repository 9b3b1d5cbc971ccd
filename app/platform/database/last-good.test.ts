import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { newPageReport } from "../request/page-report.ts";
import { createLastGood } from "./last-good.ts";
import { DatabaseUnavailable } from "./unavailable.ts";

const keptAt = new Date("2026-11-22T10:00:00Z");
const findCopy = async () => ({ content: "a copy", keptAt });
const none = async () => null;
const after = <Value>(milliseconds: number, value: Value) =>
  new Promise<Value>((done) => setTimeout(done, milliseconds, value));

/** Returns what a visitor is shown, how old it is, and how long they waited. */
async function read(
  question: Promise<string>,
  find: () => Promise<{ content: string; keptAt: Date } | null>,
  waits = true,
) {
  const page = newPageReport(true);
  const { stepInFor } = createLastGood({ cache: undefined, origin: "", page, waitUntil: () => {} });
  const before = Date.now();
  const shown = stepInFor(question, find, waits).catch((error: Error) => error.name);
  await vi.runAllTimersAsync();
  return { shown: await shown, of: page.keptAt, waited: Date.now() - before };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test("an answer in time is shown even if there is a copy", async () => {
  const { shown, of } = await read(after(800, "an answer"), findCopy);
  expect([shown, of]).toEqual(["an answer", null]);
});

test("without an answer, the copy is shown and its time is reported", async () => {
  const { shown, of } = await read(Promise.reject(new DatabaseUnavailable("gone")), findCopy);
  expect([shown, of]).toEqual(["a copy", keptAt]);
});

test("without a copy, a late answer is waited for, and no answer is an error", async () => {
  expect((await read(after(2500, "an answer"), none)).shown).toBe("an answer");
  expect((await read(Promise.reject(new DatabaseUnavailable("gone")), none)).shown).toBe("DatabaseUnavailable");
});

test("without a copy, an optional answer is not waited for beyond the limit", async () => {
  const { shown, waited } = await read(after(2500, "an answer"), none, false);
  expect([shown, waited >= 900]).toEqual(["DatabaseUnavailable", true]);
});

test("an error of our own is thrown instead of showing a copy", async () => {
  expect((await read(Promise.reject(new TypeError("a mistake")), findCopy)).shown).toBe("TypeError");
});

test("while answers are late, only one visitor in 3 s waits; after any answer, however late, all wait again", async () => {
  const waits: number[] = [];
  const ask = async (question: Promise<string>) => {
    const page = newPageReport(true);
    const { stepInFor } = createLastGood({ cache: undefined, origin: "", page, waitUntil: () => {} });
    const before = Date.now();
    const shown = stepInFor(question, findCopy).then(() => waits.push(Date.now() - before));
    await vi.advanceTimersByTimeAsync(1000);
    await shown;
  };
  const never = () => new Promise<string>(() => {});
  vi.setSystemTime(Date.now() + 10_000);
  for (const _ of [1, 2, 3]) await ask(never());
  expect(waits).toEqual([900, 0, 0]);
  await vi.advanceTimersByTimeAsync(2000);
  await ask(after(1500, "an answer"));
  await ask(after(10, "an answer"));
  expect(waits.slice(3)).toEqual([900, 0]);
  await ask(after(10, "an answer"));
  await ask(after(1500, "an answer"));
  await vi.advanceTimersByTimeAsync(1000);
  await ask(after(10, "an answer"));
  expect(waits.slice(5)).toEqual([10, 900, 10]);
});

test("what was kept before everything was forgotten is found no more, and what is kept later is", async () => {
  vi.setSystemTime(keptAt);
  const stored = new Map<string, Response>();
  const cache = {
    put: async (address: string, copy: Response) => void stored.set(address, copy),
    match: async (address: string) => stored.get(address)?.clone(),
    delete: async (address: string) => stored.delete(address),
  };
  const copies = createLastGood({ cache, origin: "https://a.example", page: newPageReport(true), waitUntil: () => {} });
  copies.keep("event", "public");
  expect((await copies.find("event"))?.content).toBe("public");
  await copies.forgetAll();
  expect(await copies.find("event")).toBeNull();
  vi.setSystemTime(keptAt.getTime() + 1);
  copies.keep("event", "public again");
  expect((await copies.find("event"))?.content).toBe("public again");
});
