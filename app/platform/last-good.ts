/** What was read last and kept for the time when nobody can read it; each data center has its own, and may forget it. */
export interface LastGood {
  /** Keeps a copy in the background: under one name at most once in half a minute. Never throws. */
  keep(name: string, content: unknown): void;
  /** What is kept under a name, and since when; null when there is nothing. Never throws. */
  find(name: string): Promise<{ content: unknown; keptAt: Date } | null>;
}

const pause = 30_000; // ms between two writes of one name
const lifetime = 7 * 24 * 60 * 60; // s
const mostNames = 1000;

const keptAtLatest = new Map<string, number>();

/**
 * @param cache where things are kept; without one (npm run dev) nothing is
 * @param origin ours: names of foreign hosts make Cloudflare's cache slow. Nothing is served from there.
 */
export function createLastGood(
  cache: Cache | undefined,
  origin: string,
  waitUntil: (work: Promise<unknown>) => void,
): LastGood {
  const address = (name: string) => `${origin}/.last-good/${name}`;
  return {
    keep(name, content) {
      const now = Date.now();
      if (!cache || now - (keptAtLatest.get(name) ?? 0) < pause) return;
      if (keptAtLatest.size >= mostNames) keptAtLatest.clear();
      keptAtLatest.set(name, now);
      const headers = { "Content-Type": "application/json", "Cache-Control": `max-age=${lifetime}` };
      const copy = new Response(JSON.stringify({ keptAt: now, content }), { headers });
      waitUntil(cache.put(address(name), copy).catch(() => {}));
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
  };
}
