import { readCookie, sessionCookieName } from "../platform/request/cookies.ts";
import { newPageReport, type PageReport, type Variants } from "../platform/request/page-report.ts";
import type { CacheRule } from "../platform/request/route-handle.ts";
import { readVisitorId } from "../platform/request/visitor.ts";
import { nextSiteMidnight } from "../platform/text/site-time.ts";
import { canonicalPath } from "./guard.ts";

interface Background {
  /** keeps the rendering alive after the response to that request */
  waitUntil(work: Promise<unknown>): void;
}

interface Site<Visit extends Background> {
  /** null if the path's page is not cached */
  ruleOf(pathname: string): CacheRule | null;
  /** Renders one of our paths for a request that contains nothing but the URL. */
  render(address: string, report: PageReport, visit: Visit): Promise<Response>;
  /** whether a URL reports what a form has just done and was signed by us */
  isReceipt(url: URL, visit: Visit): Promise<boolean>;
  /** whether the session cookie of a request was sealed by us */
  hasSession(request: Request, visit: Visit): Promise<boolean>;
  /** a `Set-Cookie` value for a visitor without the cookie */
  visitorCookie(visit: Visit): string;
}

interface Entry {
  rule: CacheRule;
  /** epoch milliseconds before anything was read for it */
  at: number;
  until: number;
  status: number;
  body: Uint8Array<ArrayBuffer>;
  headers: Headers;
  etag: string | null;
}

interface KnownVariants {
  values: Set<string>;
  until: number;
  pages: Map<string, { count: number; until: number }>;
}

/** Milliseconds: how long a page is fresh, its maximum age, and the pause between two failing refreshes. */
const freshFor = 20_000;
const maxAge = 60_000;
const refreshPause = 5_000;
/** Milliseconds after which a request no longer waits for another one's rendering. */
const coalesceTimeout = 6_000;
/** Total bytes of the cached bodies; an isolate has 128 MB. */
const maxBytes = 16 * 1024 * 1024;

const miss = Promise.resolve(null);

/**
 * Caches pages in the isolate's memory, for visitors without a session: fresh for 20 s, then stale-while-revalidate, at
 * most 60 s in all and never past midnight in Honolulu or the time that the loaders reported. Concurrent misses are
 * coalesced into one rendering. Only 200s without cookies are cached.
 */
export function createPageCache<Visit extends Background>(site: Site<Visit>) {
  const pages = new Map<string, Entry>();
  const refreshed = new Map<string, number>();
  const variants = new Map<string, KnownVariants>();
  const inFlight = new Map<string, Promise<Entry>>();
  let size = 0;
  let generation = 0;

  /** Returns the response from memory, or null if this exact URL is not cached or the request needs its own page. */
  function recall(request: Request, visit: Visit): Response | null {
    if (request.method !== "GET" && request.method !== "HEAD") return null;
    const key = request.url.slice(request.url.indexOf("/", 8));
    const page = pages.get(key);
    if (!page) return null;
    if (isByCookie(request, page.rule) || hasCookie(request, sessionCookieName)) return null;
    if (!mayBeShown(key, page, visit)) return null;
    return answer(request, page, visit);
  }

  /** Whether a cached page is still valid; starts a refresh if one is due. */
  function mayBeShown(key: string, page: Entry, visit: Visit): boolean {
    const now = Date.now();
    if (now >= page.until) return false;
    if (now - page.at >= freshFor && !inFlight.has(key) && now - (refreshed.get(key) ?? 0) >= refreshPause) {
      refreshed.set(key, now);
      renderFor(key, key, page.rule, visit);
    }
    return true;
  }

  /** Returns the response from memory or a shared rendering, or null if the request needs its own rendering. */
  function answerFor(request: Request, visit: Visit): Promise<Response | null> {
    if (request.method !== "GET" && request.method !== "HEAD") return miss;
    const url = new URL(request.url);
    // Other spellings of a path are redirected or rendered uncached, so that they cannot fill the memory.
    if (!/^[a-z0-9/._-]+$/.test(url.pathname) || canonicalPath(url.pathname) !== url.pathname) return miss;
    const rule = site.ruleOf(url.pathname);
    if (!rule || rule.alone?.some((name) => url.searchParams.has(name)) || isByCookie(request, rule)) return miss;
    if (isMadeUp(url.searchParams, rule)) return miss;
    const claimsReceipt = rule.receipts === true && url.searchParams.has("at");
    const claimsSession = hasCookie(request, sessionCookieName);
    if (!claimsReceipt && !claimsSession) return lookUp(request, url, rule, visit);
    const proofs = [claimsReceipt && site.isReceipt(url, visit), claimsSession && site.hasSession(request, visit)];
    // Unsigned receipts and unsealed sessions are ignored; otherwise strangers could force new renderings.
    return Promise.all(proofs).then((proved) => (proved.includes(true) ? null : lookUp(request, url, rule, visit)));
  }

  async function lookUp(request: Request, url: URL, rule: CacheRule, visit: Visit): Promise<Response | null> {
    for (let tries = 0; tries < 3; tries += 1) {
      const { key, isKnown } = keyOf(url, rule, Date.now());
      const page = pages.get(key);
      if (isKnown && page && mayBeShown(key, page, visit)) return answer(request, page, visit);
      // While a path's variants are unknown, one request at a time finds them out, whichever one it asked for.
      const slot = isKnown ? key : `${url.pathname}?`;
      const others = inFlight.get(slot);
      if (!others) return answer(request, await renderFor(slot, key, rule, visit), visit);
      const theirs = await inTime(others);
      if (!theirs) return null;
      if (isKnown) return answer(request, theirs, visit);
    }
    return null;
  }

  /** The cache key of the page that a URL asks for: its canonical URL. Unknown until a rendering reports variants. */
  function keyOf({ pathname, searchParams }: URL, rule: CacheRule, now: number) {
    if (!rule.choice && !rule.filters) return { key: pathname, isKnown: true };
    const { name, asked } = chosenIn(searchParams, rule);
    const number = searchParams.get("page") ?? "";
    const page = /^[1-9]\d{0,3}$/.test(number) ? Number(number) : 1;
    const learned = variants.get(pathname);
    const values = learned && now < learned.until ? learned.values : null;
    const value = !values || values.has(asked) ? asked : "";
    const counted = learned?.pages.get(value);
    const count = counted && now < counted.until ? counted.count : null;
    const query = new URLSearchParams();
    if (value) query.set(name, searchParams.get(name) ?? "");
    const shown = count === null ? page : Math.min(page, count);
    if (shown > 1) query.set("page", String(shown));
    const isKnown = values !== null && (page === 1 || count !== null);
    return { key: query.size > 0 ? `${pathname}?${query}` : pathname, isKnown };
  }

  /** Starts a rendering shared by all requests that wait for it; it continues after the request that started it. */
  function renderFor(slot: string, address: string, rule: CacheRule, visit: Visit): Promise<Entry> {
    const begun = generation;
    const rendering = renderOnce(address, rule, visit, () => begun === generation).finally(() => {
      if (inFlight.get(slot) === rendering) inFlight.delete(slot);
    });
    inFlight.set(slot, rendering);
    visit.waitUntil(rendering.catch(() => {}));
    return rendering;
  }

  async function renderOnce(address: string, rule: CacheRule, visit: Visit, isCurrent: () => boolean): Promise<Entry> {
    const at = Date.now();
    const report = newPageReport(true);
    const response = await site.render(address, report, visit);
    const body = new Uint8Array(await response.arrayBuffer());
    const headers = new Headers(response.headers);
    const until = Math.min(at + maxAge, report.until, nextSiteMidnight(at));
    const isPrivate = headers.has("Set-Cookie") || /no-store/.test(headers.get("Cache-Control") ?? "");
    const isKept = response.status === 200 && !isPrivate && until > at;
    const etag = isKept ? `"${await digest(body)}"` : null;
    if (etag) headers.set("ETag", etag);
    const page = { rule, at, until, status: response.status, body, headers, etag };
    if (!isKept || !isCurrent()) return page;
    const url = new URL(address, "http://kept");
    if (report.variants) learn(url, rule, report.variants, until);
    const own = keyOf(url, rule, at);
    if (own.isKnown) store(own.key, page);
    return page;
  }

  function learn(url: URL, rule: CacheRule, { values, pages: count }: Variants, until: number): void {
    const known = new Set(values);
    const { asked } = chosenIn(url.searchParams, rule);
    const counted = new Map(variants.get(url.pathname)?.pages);
    for (const value of counted.keys()) if (value !== "" && !known.has(value)) counted.delete(value);
    counted.set(known.has(asked) ? asked : "", { count, until });
    variants.set(url.pathname, { values: known, until, pages: counted });
  }

  function store(key: string, page: Entry): void {
    drop(key);
    pages.set(key, page);
    size += page.body.byteLength;
    for (const oldest of pages.keys()) {
      if (size <= maxBytes) break;
      drop(oldest);
    }
  }

  function drop(key: string): void {
    size -= pages.get(key)?.body.byteLength ?? 0;
    pages.delete(key);
    refreshed.delete(key);
  }

  function answer(request: Request, { rule, status, body, headers, etag }: Entry, visit: Visit): Response {
    const known = request.headers.get("If-None-Match");
    const isSame = etag !== null && known !== null && (known.includes(etag) || known === "*");
    const response = isSame ? new Response(null, { status: 304, headers }) : new Response(body, { status, headers });
    if (rule.byVisitor) response.headers.append("Set-Cookie", site.visitorCookie(visit));
    return response;
  }

  return {
    recall,
    answerFor,
    /** Drops every page, and discards renderings that are in progress. */
    clear(): void {
      generation += 1;
      size = 0;
      for (const each of [pages, refreshed, variants, inFlight]) each.clear();
    },
  };
}

/** Returns the query parameter that selects the variant, and its value in the form that loaders report. */
function chosenIn(query: URLSearchParams, { choice = "", filters = {} }: CacheRule) {
  const asked = query.get(choice);
  const filter = asked ? undefined : Object.keys(filters).find((name) => query.get(name));
  return filter ? { name: filter, asked: `${filter}=${query.get(filter)}` } : { name: choice, asked: asked ?? "" };
}

/** Whether the URL filters by a value that does not exist. */
function isMadeUp(query: URLSearchParams, rule: CacheRule): boolean {
  const { name } = chosenIn(query, rule);
  return rule.filters?.[name]?.includes(query.get(name) ?? "") === false;
}

/** Whether the page depends on the visitor identified by the cookie; an invalid cookie counts as none. */
const isByCookie = (request: Request, { byVisitor }: CacheRule) =>
  byVisitor === true && isThere(request, readVisitorId);

const hasCookie = (request: Request, nameOf: (secure: boolean) => string) =>
  isThere(request, (cookie, secure) => readCookie(cookie, nameOf(secure)));

function isThere(request: Request, read: (cookie: string, secure: boolean) => string | null): boolean {
  const cookie = request.headers.get("Cookie");
  return cookie !== null && [true, false].some((secure) => read(cookie, secure) !== null);
}

/** Waits for another request's rendering; null if it fails or takes too long, as its request may have been aborted. */
async function inTime(rendering: Promise<Entry>): Promise<Entry | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((done) => {
    timer = setTimeout(done, coalesceTimeout, null);
  });
  const first = await Promise.race([rendering.catch(() => null), late]);
  clearTimeout(timer);
  return first;
}

/** The first 96 bits of SHA-256 in hex. */
async function digest(body: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return Array.from(hash.subarray(0, 12), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
