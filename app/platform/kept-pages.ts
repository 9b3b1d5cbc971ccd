import { readCookie, sessionCookieName, visitorCookieName } from "./cookies.ts";
import { canonicalPath } from "./guard.ts";
import { nextHonoluluMidnight } from "./honolulu.ts";

/** Which variants of a route's page are kept; what is not named here is rendered without its query. */
export interface KeptRule {
  /** query parameters that make the page one visitor's own: with any of them it is rendered for that request alone */
  alone?: string[];
  /** the query parameter that chooses among values which the loader reports; `page` counts within each */
  choice?: string;
  /** the page shows what the visitor's cookie stands for, and gives one to whoever has none */
  byVisitor?: boolean;
}

/** What the loaders report about the page that they make. */
export interface PageNote {
  /** rendered once for everybody, so nothing in it may be one visitor's */
  forEverybody: boolean;
  /** epoch milliseconds at which the page stops being true; 0 for one that is no more than makeshift */
  until: number;
  /** the values that `choice` may have, and the number of pages of the one that is shown */
  choices?: Choices;
}

interface Choices {
  values: string[];
  pages: number;
}

export const newPageNote = (forEverybody: boolean): PageNote => ({ forEverybody, until: Number.POSITIVE_INFINITY });

/** What keeps the rendering alive after the answer of the request that began it. */
interface Lifetime {
  waitUntil(work: Promise<unknown>): void;
}

interface Site<Life extends Lifetime> {
  /** null where the path's page is not kept */
  ruleOf(pathname: string): KeptRule | null;
  /** Renders a path of ours with nothing in the request but its address. */
  render(address: string, note: PageNote, life: Life): Promise<Response>;
  /** a `Set-Cookie` value for a visitor without the cookie */
  visitorCookie(life: Life): string;
}

interface Rendered {
  rule: KeptRule;
  /** epoch milliseconds before anything was read for it */
  at: number;
  until: number;
  status: number;
  body: Uint8Array<ArrayBuffer>;
  headers: Headers;
  etag: string | null;
}

interface Facts {
  values: Set<string>;
  until: number;
  pages: Map<string, { count: number; until: number }>;
}

/** Milliseconds: served as it is; served while a new one is made; tried again after a refresh that failed. */
const fresh = 20_000;
const most = 60_000;
const pause = 5_000;
/** Milliseconds after which a request no longer waits for another one's rendering. */
const patience = 6_000;
/** Bytes of all kept bodies; an isolate has 128 MB. */
const room = 16 * 1024 * 1024;

const never = Promise.resolve(null);

/**
 * Pages in the memory of the isolate, for visitors without a session: 20 s as they are, then behind a refresh, at most
 * 60 s in all and never past midnight in Honolulu or what the loaders reported. Only 200s without cookies are kept.
 */
export function createKeptPages<Life extends Lifetime>(site: Site<Life>) {
  const pages = new Map<string, Rendered>();
  const refreshed = new Map<string, number>();
  const facts = new Map<string, Facts>();
  const flights = new Map<string, Promise<Rendered>>();
  let size = 0;
  let generation = 0;

  /** The answer from memory; null when nothing is kept under this very address, or the request wants its own page. */
  function recall(request: Request, life: Life): Response | null {
    if (request.method !== "GET" && request.method !== "HEAD") return null;
    const address = request.url.slice(request.url.indexOf("/", 8));
    const page = pages.get(address);
    if (!page) return null;
    if (isAlone(request, page.rule) || !mayBeShown(address, page, life)) return null;
    return answer(request, page, life);
  }

  /** Whether a kept page is still true; begins a refresh where one is due. */
  function mayBeShown(address: string, page: Rendered, life: Life): boolean {
    const now = Date.now();
    if (now >= page.until) return false;
    if (now - page.at >= fresh && !flights.has(address) && now - (refreshed.get(address) ?? 0) >= pause) {
      refreshed.set(address, now);
      fly(address, address, page.rule, life);
    }
    return true;
  }

  /** The answer from memory or from one rendering for everybody; null when the request is to be rendered for it alone. */
  function answerFor(request: Request, life: Life): Promise<Response | null> {
    if (request.method !== "GET" && request.method !== "HEAD") return never;
    const url = new URL(request.url);
    // Other spellings of a path are redirected or rendered, so that nobody can fill the memory with them.
    if (!/^[a-z0-9/._-]+$/.test(url.pathname) || canonicalPath(url.pathname) !== url.pathname) return never;
    const rule = site.ruleOf(url.pathname);
    if (!rule || rule.alone?.some((name) => url.searchParams.has(name))) return never;
    if (isAlone(request, rule)) return never;
    return shared(request, url, rule, life);
  }

  async function shared(request: Request, url: URL, rule: KeptRule, life: Life): Promise<Response | null> {
    for (let tries = 0; tries < 3; tries += 1) {
      const { address, known } = place(url, rule, Date.now());
      const page = pages.get(address);
      if (known && page && mayBeShown(address, page, life)) return answer(request, page, life);
      // While a path's values are not known, one request at a time finds out, whatever it asked for.
      const flight = known ? address : `${url.pathname}?`;
      const others = flights.get(flight);
      if (!others) return answer(request, await fly(flight, address, rule, life), life);
      const theirs = await inTime(others);
      if (!theirs) return null;
      if (known) return answer(request, theirs, life);
    }
    return null;
  }

  /** Where the page that a URL asks for is kept; `known` is false while that is still to be learned from a rendering. */
  function place({ pathname, searchParams }: URL, { choice }: KeptRule, now: number) {
    if (!choice) return { address: pathname, known: true };
    const asked = searchParams.get(choice) ?? "";
    const named = /^[a-z0-9-]{1,50}$/.test(asked) ? asked : "";
    const number = searchParams.get("page") ?? "";
    const page = /^[1-9]\d{0,3}$/.test(number) ? Number(number) : 1;
    const learned = facts.get(pathname);
    const values = learned && now < learned.until ? learned.values : null;
    const value = !values || values.has(named) ? named : "";
    const counted = learned?.pages.get(value);
    const count = counted && now < counted.until ? counted.count : null;
    const query = new URLSearchParams();
    if (value) query.set(choice, value);
    const shown = count === null ? page : Math.min(page, count);
    if (shown > 1) query.set("page", String(shown));
    const known = values !== null && (page === 1 || count !== null);
    return { address: query.size > 0 ? `${pathname}?${query}` : pathname, known };
  }

  /** One rendering for all who wait; it goes on when the request that began it is gone. */
  function fly(flight: string, address: string, rule: KeptRule, life: Life): Promise<Rendered> {
    const begun = generation;
    const rendering = renderOnce(address, rule, life, () => begun === generation).finally(() => {
      if (flights.get(flight) === rendering) flights.delete(flight);
    });
    flights.set(flight, rendering);
    life.waitUntil(rendering.catch(() => {}));
    return rendering;
  }

  async function renderOnce(address: string, rule: KeptRule, life: Life, isCurrent: () => boolean): Promise<Rendered> {
    const at = Date.now();
    const note = newPageNote(true);
    const response = await site.render(address, note, life);
    const body = new Uint8Array(await response.arrayBuffer());
    const headers = new Headers(response.headers);
    const until = Math.min(at + most, note.until, nextHonoluluMidnight(at));
    const isPrivate = headers.has("Set-Cookie") || /no-store/.test(headers.get("Cache-Control") ?? "");
    const isKept = response.status === 200 && !isPrivate && until > at;
    const etag = isKept ? `"${await digest(body)}"` : null;
    if (etag) headers.set("ETag", etag);
    const page = { rule, at, until, status: response.status, body, headers, etag };
    if (!isKept || !isCurrent()) return page;
    const url = new URL(address, "http://kept");
    if (note.choices) learn(url, rule, note.choices, until);
    const own = place(url, rule, at);
    if (own.known) keep(own.address, page);
    return page;
  }

  function learn(url: URL, { choice = "" }: KeptRule, { values, pages: count }: Choices, until: number): void {
    const known = new Set(values);
    const asked = url.searchParams.get(choice) ?? "";
    const counted = new Map(facts.get(url.pathname)?.pages);
    for (const value of counted.keys()) if (value !== "" && !known.has(value)) counted.delete(value);
    counted.set(known.has(asked) ? asked : "", { count, until });
    facts.set(url.pathname, { values: known, until, pages: counted });
  }

  function keep(address: string, page: Rendered): void {
    drop(address);
    pages.set(address, page);
    size += page.body.byteLength;
    for (const oldest of pages.keys()) {
      if (size <= room) break;
      drop(oldest);
    }
  }

  function drop(address: string): void {
    size -= pages.get(address)?.body.byteLength ?? 0;
    pages.delete(address);
    refreshed.delete(address);
  }

  function answer(request: Request, { rule, status, body, headers, etag }: Rendered, life: Life): Response {
    const known = request.headers.get("If-None-Match");
    const isSame = etag !== null && known !== null && (known.includes(etag) || known === "*");
    const response = isSame ? new Response(null, { status: 304, headers }) : new Response(body, { status, headers });
    if (rule.byVisitor) response.headers.append("Set-Cookie", site.visitorCookie(life));
    return response;
  }

  return {
    recall,
    answerFor,
    /** Forgets every page, and does not keep what is being rendered at this moment. */
    forget(): void {
      generation += 1;
      size = 0;
      for (const each of [pages, refreshed, facts, flights]) each.clear();
    },
  };
}

function isAlone(request: Request, { byVisitor }: KeptRule): boolean {
  const cookie = request.headers.get("Cookie");
  const has = (nameOf: (secure: boolean) => string) =>
    readCookie(cookie, nameOf(true)) !== null || readCookie(cookie, nameOf(false)) !== null;
  return cookie !== null && (has(sessionCookieName) || (byVisitor === true && has(visitorCookieName)));
}

/** Null when another request's rendering takes too long, or failed: its request may have been ended. */
async function inTime(rendering: Promise<Rendered>): Promise<Rendered | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((done) => {
    timer = setTimeout(done, patience, null);
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
