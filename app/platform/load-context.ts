import { type Env, envOf } from "./env.ts";
import type { Refusal } from "./guard.ts";
import { createSignInState } from "./sign-in-state.server.ts";
import { createDatabase } from "./supabase.server.ts";
import { addressKey, readVisitorId, visitorKey } from "./visitor.ts";

export interface Visitor {
  /** keyed digest of the address; what an anonymous like is tied to */
  addressKey: string | null;
  /** keyed digest of the visitor cookie's id; null without a cookie */
  key: string | null;
}

interface Origin {
  request: Request;
  bindings: object;
  /** keeps the Worker alive for work that goes on after the answer */
  waitUntil(work: Promise<unknown>): void;
  /** what the guard refuses is rendered by the splat route, in the site's own words */
  refusal?: Refusal;
}

/** Milliseconds that all calls of one request to the outside may take together. */
const patience = 4500;

/** Everything a loader or an action may use; made anew for each request, in the Worker and in `npm run dev`. */
export function createLoadContext({ request, bindings, waitUntil, refusal }: Origin) {
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
    waitUntil,
    /** epoch milliseconds at which this request asks nobody any more */
    deadline,
    database,
    signIn: createSignInState(request, env, secure, database),
    hasVisitorCookie: visitorId !== null,
    visitor: async (): Promise<Visitor> => ({
      addressKey: await currentAddressKey(env, request),
      key: visitorId && (await visitorKey(env.VISITOR_SECRET, visitorId)),
    }),
  };
}

async function currentAddressKey(env: Env, request: Request): Promise<string | null> {
  const address = request.headers.get("CF-Connecting-IP");
  if (!address) return null;
  try {
    return await addressKey(env.VISITOR_SECRET, address);
  } catch {
    return null;
  }
}

export type LoadContext = ReturnType<typeof createLoadContext>;

declare module "@remix-run/cloudflare" {
  interface AppLoadContext extends LoadContext {}
}
