import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Copy, LastGood } from "../../platform/last-good.ts";
import { createPageReader } from "../../platform/page-reads.server.ts";
import type { Database } from "../../platform/supabase.server.ts";
import { DatabaseUnavailable } from "../../platform/unavailable.ts";
import { defaultSite } from "../../site.ts";
import { settingsOf } from "./site-words.ts";

const told = (name: string, version = name) => ({ settings: { ...settingsOf(defaultSite), name }, version });
const after = <Value>(milliseconds: number, value: Value) =>
  new Promise<Value>((done) => setTimeout(done, milliseconds, value));

interface Isolate {
  /** what the database answers each question */
  answer?: () => Promise<unknown>;
  copy?: unknown;
  snapshot?: unknown;
}

/** An isolate that has just begun. */
async function begin({ answer = () => Promise.resolve({ answer: null, site: null }), copy, snapshot }: Isolate) {
  vi.resetModules();
  vi.stubEnv("SITE_SNAPSHOT", JSON.stringify(snapshot ?? null));
  const [{ knowSite, siteNews }, shown] = await Promise.all([
    import("./site-settings.server.ts"),
    import("../../site.ts"),
  ]);
  const asked: unknown[] = [];
  const kept: unknown[] = [];
  const onChange = vi.fn();
  const lastGood = {
    find: async () => (copy ? ({ content: copy, keptAt: new Date() } satisfies Copy<unknown>) : null),
    keep: (_: string, content: unknown) => void kept.push(content),
  } as unknown as LastGood;
  const database = {
    read: (_: string, args: { p_site: string | null }) => {
      asked.push(args.p_site);
      return answer();
    },
  } as unknown as Database;
  const news = siteNews(onChange);
  const readPage = createPageReader(database, lastGood, news);
  const know = async (way: Parameters<typeof knowSite>[1]) => {
    const begun = Date.now();
    const known = knowSite({ readPage, lastGood, waitUntil: () => {} }, way).then(() => Date.now() - begun);
    await vi.advanceTimersByTimeAsync(3000);
    return known;
  };
  return { know, name: () => shown.site.name, readPage, news, lastGood, asked, kept, onChange };
}

const gone = () => Promise.reject(new DatabaseUnavailable("gone"));

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.resetModules();
});

it("comes with the answer to a page's own call, before the page is made, and is asked for by its version after that", async () => {
  const { name, readPage, asked, kept, onChange } = await begin({
    answer: async () => ({ answer: [], site: told("Kai", "1") }),
  });
  expect(await readPage("read_events", {})).toEqual([]);
  expect([name(), onChange.mock.calls.length]).toEqual(["Kai", 1]);
  expect(kept).toMatchObject([{ settings: { name: "Kai" }, version: "1" }]);
  await readPage("read_events", {});
  expect([asked, onChange.mock.calls.length]).toEqual([[null, "1"], 1]);
});

it("is what the copy says where nobody answers, else what the build read, else the defaults", async () => {
  const copied = await begin({ answer: gone, copy: told("Copy"), snapshot: told("Snapshot") });
  await copied.know("with what is read");
  expect([copied.name(), copied.asked]).toEqual(["Copy", []]);
  const built = await begin({ answer: gone, snapshot: told("Snapshot") });
  await built.know("alone");
  expect([built.name(), built.asked]).toEqual(["Snapshot", ["Snapshot"]]);
  const bare = await begin({ answer: gone });
  await bare.know("alone");
  expect(bare.name()).toBe(defaultSite.name);
});

it("is waited for 0.9 s by the first page of an isolate without a copy, 0.3 s by others, and by one in 3 s while it is late", async () => {
  const slow = () => new Promise(() => {});
  const bare = await begin({ answer: slow });
  expect([await bare.know("alone")]).toEqual([900]);
  const copied = await begin({ answer: slow, copy: told("Copy") });
  const waits: number[] = [];
  for (const _ of [1, 2, 3]) waits.push(await copied.know("alone"));
  expect(waits).toEqual([300, 0, 300]);
  expect(copied.asked).toHaveLength(3);
});

it("is heard however late the answer comes", async () => {
  const late = await begin({ answer: () => after(2000, { answer: null, site: told("Late") }), copy: told("Copy") });
  expect([await late.know("alone"), late.name(), late.onChange.mock.calls.length]).toEqual([300, "Late", 1]);
});

it("is asked for once in half a minute by what is not made for everybody, behind the answer", async () => {
  const { know, asked } = await begin({ answer: () => after(200, { answer: null, site: null }), copy: told("Copy") });
  expect([await know("behind"), await know("behind")]).toEqual([0, 0]);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(30_000);
  await know("behind");
  expect(asked).toHaveLength(2);
});

it("is waited for by the first answer of an isolate that knows nothing", async () => {
  const { know, name } = await begin({ answer: () => after(200, { answer: null, site: told("Kai") }) });
  expect([await know("behind"), name()]).toEqual([200, "Kai"]);
});

it("stays as it is when rubbish comes, and when an answer was overtaken", async () => {
  const { news, lastGood, name } = await begin({});
  news.hear(told("Kai", "1"), Date.now(), lastGood);
  for (const rubbish of [undefined, "x", 5, [], {}, { settings: { name: 5 }, version: "x" }, { settings: {} }])
    news.hear(rubbish, Date.now(), lastGood);
  expect([name(), news.version()]).toEqual(["Kai", "1"]);
  news.hear(told("Older"), Date.now() - 1, lastGood);
  expect(name()).toBe("Kai");
  news.hear({ settings: null, version: "2" }, Date.now(), lastGood);
  expect(name()).toBe(defaultSite.name);
});
