import type { PageReport } from "../request/page-report.ts";
import { ageInWords } from "../text/age-in-words.ts";
import { siteDay, siteIsoDay, zonedTime } from "../text/site-time.ts";
import { createPatience } from "./patience.ts";
import { DatabaseUnavailable } from "./unavailable.ts";

/** Formats a recent moment: 10:42 AM HST, with the day if it is not today. */
export function momentInWords(at: Date, now: Date): string {
  return siteIsoDay(at) === siteIsoDay(now) ? zonedTime(at) : `${zonedTime(at)} on ${siteDay(at)}`;
}

/** An earlier answer, and when it was stored. */
export interface Copy<Content> {
  content: Content;
  keptAt: Date;
}

/** Stores the last good answers for when the database is down; each data center has its own and may evict them. */
export interface LastGood {
  /** Stores a copy in the background, at most once per half minute and name unless `atOnce`. Never throws. */
  keep(name: string, content: unknown, options?: { atOnce?: boolean }): void;
  /** Drops the copy of something that no longer exists. Never throws. */
  forget(name: string): void;
  /** Makes every copy of now unusable in this data center: one shows what is not public anymore. Never throws. */
  forgetAll(): Promise<void>;
  /** Returns the copy stored under a name, or null. Never throws. */
  find(name: string): Promise<Copy<unknown> | null>;
  /**
   * Returns the answer to a query, or a copy if there is no answer within a second. The page report then has the age of
   * the copy.
   * @param waits whether to keep waiting for the answer if there is no copy
   * @throws DatabaseUnavailable if there is no copy either
   */
  stepInFor<Content>(
    question: Promise<Content>,
    findCopy: () => Promise<Copy<Content> | null>,
    waits?: boolean,
  ): Promise<Content>;
}

const pause = 30_000; // ms between two writes of one name
const lifetime = 7 * 24 * 60 * 60; // s
const mostNames = 1000;
/** Milliseconds that a visitor waits for an answer before a copy is shown. */
const patience = 900;

/** The name under which it is kept when copies were last forgotten. */
const forgotten = "forgotten";

const keptAtLatest = new Map<string, number>();
const inTime = createPatience(patience);

interface Origin {
  /** where copies are stored; without it (npm run dev) none are */
  cache: Pick<Cache, "put" | "match" | "delete"> | undefined;
  /** our own: host names of other sites make Cloudflare's cache slow. Nothing is served at these URLs. */
  origin: string;
  page: PageReport;
  waitUntil(work: Promise<unknown>): void;
}

export function createLastGood({ cache, origin, page, waitUntil }: Origin): LastGood {
  const address = (name: string) => `${origin}/.last-good/${name}`;
  const put = (name: string, content: unknown) => {
    const headers = { "Content-Type": "application/json", "Cache-Control": `max-age=${lifetime}` };
    const copy = new Response(JSON.stringify({ keptAt: Date.now(), content }), { headers });
    return cache?.put(address(name), copy).catch(() => {}) ?? Promise.resolve();
  };
  const match = async (name: string) => {
    const copy = await cache?.match(address(name));
    return copy ? ((await copy.json()) as { keptAt: number; content: unknown }) : null;
  };
  return {
    keep(name, content, { atOnce = false } = {}) {
      const now = Date.now();
      if (!cache || (!atOnce && now - (keptAtLatest.get(name) ?? 0) < pause)) return;
      if (keptAtLatest.size >= mostNames) keptAtLatest.clear();
      keptAtLatest.set(name, now);
      waitUntil(put(name, content));
    },
    forget(name) {
      keptAtLatest.delete(name);
      if (cache) waitUntil(cache.delete(address(name)).catch(() => {}));
    },
    forgetAll() {
      keptAtLatest.clear();
      return put(forgotten, null);
    },
    async find(name) {
      try {
        const [copy, end] = await Promise.all([match(name), match(forgotten)]);
        if (!copy || copy.keptAt <= (end?.keptAt ?? 0)) return null;
        return { content: copy.content, keptAt: new Date(copy.keptAt) };
      } catch {
        return null;
      }
    },
    async stepInFor(question, findCopy, waits = true) {
      const answer = await inTime(question);
      if (answer) return answer.content;
      const copy = await findCopy();
      if (!copy && waits) return question;
      waitUntil(question.catch(() => {}));
      if (!copy) throw new DatabaseUnavailable("no answer in time, and no copy");
      page.keptAt = copy.keptAt;
      return copy.content;
    },
  };
}

/** Returns the age of the copy that a page was rendered from, or null for a page with current data. */
export function copyAge({ page: { keptAt }, now }: { page: PageReport; now: Date }) {
  if (!keptAt) return null;
  return { at: keptAt.toISOString(), moment: momentInWords(keptAt, now), age: ageInWords(keptAt, now) };
}
