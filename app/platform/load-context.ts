import { envOf } from "./env.ts";
import type { Refusal } from "./guard.ts";
import { newPageNote, type PageNote } from "./kept-pages.ts";
import { createLastGood } from "./last-good.ts";
import { createSignInState } from "./sign-in-state.server.ts";
import { createDatabase } from "./supabase.server.ts";
import { currentAddressKey, readVisitorId, visitorKey } from "./visitor.ts";

interface Origin {
  request: Request;
  bindings: object;
  /** keeps the Worker alive for work that goes on after the answer */
  waitUntil(work: Promise<unknown>): void;
  /** where last good answers are kept; npm run dev has none */
  cache?: Cache;
  /** what the guard refuses is rendered by the splat route, in the site's own words */
  refusal?: Refusal;
  /** of a page that is rendered for everybody */
  page?: PageNote;
}

/** Milliseconds that all calls of one request to the outside may take together. */
const patience = 4500;

/** Everything a loader or an action may use; made anew for each request, in the Worker and in `npm run dev`. */
export function createLoadContext({ request, bindings, waitUntil, cache, refusal, page = newPageNote(false) }: Origin) {
  const env = envOf(bindings);
  const secure = env.SITE_ORIGIN.startsWith("https:");
  const visitorId = readVisitorId(request.headers.get("Cookie"), secure);
  const deadline = Date.now() + patience;
  const database = createDatabase(env, deadline);
  return {
    env,
    /** absolute URLs are built from this and nothing else */
    origin: env.SITE_ORIGIN,
    secure,
    now: new Date(),
    requestId: crypto.randomUUID(),
    refusal,
    page,
    waitUntil,
    /** epoch milliseconds at which this request asks nobody any more */
    deadline,
    lastGood: createLastGood(cache, env.SITE_ORIGIN, waitUntil),
    database,
    signIn: createSignInState({ request, env, secure, database, waitUntil }),
    hasVisitorCookie: visitorId !== null,
    /** Keyed digest of the address, to which the like of a browser without cookies is tied. */
    addressKey: () => currentAddressKey(env.VISITOR_SECRET, request.headers),
    /** Keyed digest of the visitor cookie's id; null without a cookie. */
    visitorKey: async () => visitorId && (await visitorKey(env.VISITOR_SECRET, visitorId)),
  };
}

export type LoadContext = ReturnType<typeof createLoadContext>;

declare module "@remix-run/cloudflare" {
  interface AppLoadContext extends LoadContext {}
}
