import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Copy, LastGood } from "../../platform/database/last-good.ts";
import type { Database } from "../../platform/database/supabase.server.ts";
import { DatabaseUnavailable } from "../../platform/database/unavailable.ts";
import { defaultSite } from "../../site.ts";
import { settingsOf } from "./site-words.ts";

const rows = (name: string, settings = {}) => [{ settings: { ...settingsOf(defaultSite), name, ...settings } }];
const after = <Value>(milliseconds: number, value: Value) =>
  new Promise<Value>((done) => setTimeout(done, milliseconds, value));

interface Isolate {
  /** What the database returns for each query. */
  answer?: () => Promise<unknown>;
  copy?: unknown;
  snapshot?: unknown;
}

/** Simulates an isolate that has just started. */
async function begin(isolate: Isolate) {
  vi.resetModules();
  vi.stubEnv("SITE_SNAPSHOT", JSON.stringify(isolate.snapshot ?? []));
  const { createSiteCache } = await import("./current-site.server.ts");
  let { answer = () => Promise.resolve([]) } = isolate;
  let asked = 0;
  const kept: unknown[] = [];
  const onChange = vi.fn();
  const lastGood = {
    find: async () => (isolate.copy ? ({ content: isolate.copy, keptAt: new Date() } satisfies Copy<unknown>) : null),
    keep: (_: string, content: unknown) => void kept.push(content),
  } as unknown as LastGood;
  const database = {
    read: () => {
      asked += 1;
      return answer();
    },
  } as unknown as Database;
  const sites = createSiteCache(onChange);
  /** Returns what a request gets, and after how many milliseconds. */
  const request = async () => {
    const begun = Date.now();
    const known = sites.current({ database, lastGood, waitUntil: () => {} });
    const named = known.then((site) => [site.name, Date.now() - begun]);
    await vi.advanceTimersByTimeAsync(1000);
    return named;
  };
  return {
    ...{ sites, request, kept, onChange },
    asked: () => asked,
    says: (next: () => Promise<unknown>) => {
      answer = next;
    },
  };
}

const gone = () => Promise.reject(new DatabaseUnavailable("gone"));
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.resetModules();
});

it("the first request waits for the site, which is fresh for 30 s and then refreshed after the response", async () => {
  const { request, says, asked, onChange, kept } = await begin({ answer: () => after(200, rows("Kai")) });
  expect(await request()).toEqual(["Kai", 200]);
  expect(kept).toMatchObject([[{ settings: { name: "Kai" } }]]);
  says(() => after(200, rows("Noa")));
  await pass(28_000);
  expect([await request(), asked()]).toEqual([["Kai", 0], 1]);
  await pass(10_000);
  expect([await request(), asked()]).toEqual([["Kai", 0], 2]);
  expect([await request(), asked(), onChange.mock.calls.length]).toEqual([["Noa", 0], 2, 1]);
});

it("the site, and a page that shows it, are never older than a minute while the database responds", async () => {
  const { request, says, sites } = await begin({ answer: async () => rows("Kai") });
  const begun = Date.now();
  await request();
  expect(sites.keptUntil(new Date())).toBe(begun + 60_000);
  says(() => after(100, rows("Noa")));
  await pass(59_000);
  expect(await request()).toEqual(["Noa", 100]);
});

it("without the database, the site is the last good copy, else what the build read, else the defaults", async () => {
  const copied = await begin({ answer: gone, copy: rows("Copy"), snapshot: rows("Snapshot") });
  expect(await copied.request()).toEqual(["Copy", 0]);
  const built = await begin({ answer: gone, snapshot: rows("Snapshot") });
  expect(await built.request()).toEqual(["Snapshot", 0]);
  const bare = await begin({ answer: gone });
  expect(await bare.request()).toEqual([defaultSite.name, 0]);
  expect(bare.sites.keptUntil(new Date())).toBe(Number.POSITIVE_INFINITY);
});

it("a slow database delays a request 0.9 s, or with a copy 0.3 s once in 3 s, and is queried once in 5 s", async () => {
  const slow = () => new Promise(() => {});
  const bare = await begin({ answer: slow });
  expect(await bare.request()).toEqual([defaultSite.name, 900]);
  const copied = await begin({ answer: slow, copy: rows("Copy") });
  const waits: unknown[] = [];
  for (const _ of [1, 2, 3, 4, 5]) waits.push((await copied.request())[1]);
  expect([waits, copied.asked()]).toEqual([[300, 0, 0, 0, 300], 1]);
  await copied.request();
  expect(copied.asked()).toBe(2);
});

it("a late result is used from then on, and pages that showed something else are dropped", async () => {
  const { request, onChange } = await begin({ answer: () => after(900, rows("Late")), copy: rows("Copy") });
  expect([await request(), onChange.mock.calls.length]).toEqual([["Copy", 300], 1]);
  expect(await request()).toEqual(["Late", 0]);
});

it("concurrent requests share one query", async () => {
  const { request, asked } = await begin({ answer: () => after(100, rows("Kai")) });
  const given = await Promise.all([request(), request(), request()]);
  expect([given.map(([name]) => name), asked()]).toEqual([["Kai", "Kai", "Kai"], 1]);
});

it("after a save the site is read again, and the result of an earlier query is ignored", async () => {
  const { request, says, sites } = await begin({ answer: async () => rows("Kai") });
  await request();
  await pass(35_000);
  says(() => after(500, rows("Older")));
  const earlier = request();
  sites.clear();
  says(() => after(100, rows("Saved")));
  expect(await request()).toEqual(["Saved", 100]);
  await earlier;
  await pass(1000);
  expect(await request()).toEqual(["Saved", 0]);
});

it("malformed rows leave the site as it is", async () => {
  const { request, says, onChange } = await begin({ answer: async () => rows("Kai") });
  await request();
  for (const rubbish of [undefined, "x", 5, {}, [{ settings: { name: 5 } }], [{}], [{ settings: null }]]) {
    says(async () => rubbish);
    await pass(61_000);
    expect(await request()).toEqual(["Kai", 0]);
  }
  expect(onChange).not.toHaveBeenCalled();
  says(async () => []);
  await pass(61_000);
  expect(await request()).toEqual([defaultSite.name, 0]);
});

it("a page is kept no longer than until an announcement appears or disappears", async () => {
  const announced = { announcement: "Moved", announcement_until: "2027-05-20T18:00" };
  const until = Date.parse("2027-05-21T04:00:00Z");
  vi.setSystemTime(until - 20_000);
  const { request, sites } = await begin({ answer: async () => rows("Kai", announced) });
  await request();
  expect(sites.keptUntil(new Date())).toBe(until);
});
