import type { PageReport } from "../request/page-report.ts";
import { ageInWords, momentInWords } from "../text/honolulu.ts";
import { createPatience } from "./patience.ts";
import { DatabaseUnavailable } from "./unavailable.ts";

/** What was answered before, and when. */
export interface Copy<Content> {
  content: Content;
  keptAt: Date;
}

/** What was read last and kept for the time when nobody can read it; each data center has its own, and may forget it. */
export interface LastGood {
  /** Keeps a copy in the background: under one name at most once in half a minute, unless at once. Never throws. */
  keep(name: string, content: unknown, options?: { atOnce?: boolean }): void;
  /** Drops the copy of what is there no more. Never throws. */
  forget(name: string): void;
  /** What is kept under a name; null when there is nothing. Never throws. */
  find(name: string): Promise<Copy<unknown> | null>;
  /**
   * What a question is answered; a copy, where there is one, when nobody answers or not within a second. The page report
   * then says of when it is.
   * @param waits whether an answer may take its time where there is no copy
   * @throws DatabaseUnavailable where there is no copy either
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
/** Milliseconds that a reader waits for an answer before a copy is shown. */
const patience = 900;

const keptAtLatest = new Map<string, number>();
const inTime = createPatience(patience);

interface Origin {
  /** where things are kept; without one (npm run dev) nothing is */
  cache: Cache | undefined;
  /** ours: names of foreign hosts make Cloudflare's cache slow. Nothing is served from there. */
  origin: string;
  page: PageReport;
  waitUntil(work: Promise<unknown>): void;
}

export function createLastGood({ cache, origin, page, waitUntil }: Origin): LastGood {
  const address = (name: string) => `${origin}/.last-good/${name}`;
  return {
    keep(name, content, { atOnce = false } = {}) {
      const now = Date.now();
      if (!cache || (!atOnce && now - (keptAtLatest.get(name) ?? 0) < pause)) return;
      if (keptAtLatest.size >= mostNames) keptAtLatest.clear();
      keptAtLatest.set(name, now);
      const headers = { "Content-Type": "application/json", "Cache-Control": `max-age=${lifetime}` };
      const copy = new Response(JSON.stringify({ keptAt: now, content }), { headers });
      waitUntil(cache.put(address(name), copy).catch(() => {}));
    },
    forget(name) {
      keptAtLatest.delete(name);
      if (cache) waitUntil(cache.delete(address(name)).catch(() => {}));
    },
    async find(name) {
      try {
        const copy = await cache?.match(address(name));
        if (!copy) return null;
        const { keptAt, content } = (await copy.json()) as { keptAt: number; content: unknown };
        return { content, keptAt: new Date(keptAt) };
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

/** What a page says of the copy that it is drawn from; null for one drawn from an answer of the database. */
export function copyAge({ page: { keptAt }, now }: { page: PageReport; now: Date }) {
  if (!keptAt) return null;
  return { at: keptAt.toISOString(), moment: momentInWords(keptAt, now), age: ageInWords(keptAt, now) };
}
