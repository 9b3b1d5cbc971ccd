import { createLastGood } from "../database/last-good.ts";
import { createDatabase } from "../database/supabase.server.ts";
import { envOf } from "../env.ts";
import { deviceOf } from "./device.ts";
import type { Done } from "./done.server.ts";
import type { Interruption } from "./interrupted-form.server.ts";
import { newPageReport, type PageReport } from "./page-report.ts";
import { createSignInState } from "./sign-in-state.server.ts";
import { createStopwatch } from "./stopwatch.ts";
import { currentAddressKey, currentNetworkKeys, newVisitorCookie, readVisitorId, visitorKey } from "./visitor.ts";

/** Why a request is not let through to its route, for the visitor; the splat route renders it. */
export interface Refusal {
  status: 400 | 403 | 404 | 405 | 413 | 415 | 429;
  title: string;
  text: string;
  headers?: Record<string, string>;
}

interface Origin {
  request: Request;
  bindings: object;
  /** keeps the Worker alive for work that continues after the response */
  waitUntil(work: Promise<unknown>): void;
  /** sends a few of the due emails; never throws */
  deliverMails(): Promise<unknown>;
  /** where the last good answers are stored; Node has none */
  cache?: Cache;
  /** set if the guard refused the request; the splat route renders it */
  refusal?: Refusal;
  page?: PageReport;
  isAdminArea: boolean;
  isForm: boolean;
  /** what a form has just done, from the signed URL */
  done: Done | null;
  /** the value of the form's `intent` field, or empty */
  intent(): Promise<string>;
  /** the fields of an admin form for resubmission; null if it is not an admin form or cannot be sent again */
  typed(): Promise<[name: string, value: string][] | null>;
}

/** Milliseconds that all outgoing calls of one request may take together. */
const timeout = 4500;

/** Creates everything a loader or an action may use; one per request, in the Worker and in `npm run dev`. */
export function createLoadContext({
  request,
  bindings,
  waitUntil,
  deliverMails,
  cache,
  refusal,
  page = newPageReport(false),
  isAdminArea,
  isForm,
  done,
  intent,
  typed,
}: Origin) {
  const env = envOf(bindings);
  const secure = env.SITE_ORIGIN.startsWith("https:");
  const visitorId = readVisitorId(request.headers.get("Cookie"), secure);
  /** `Set-Cookie` values for the response, in addition to those of the session */
  const cookies: string[] = [];
  const deadline = Date.now() + timeout;
  const databaseTime = createStopwatch();
  const database = createDatabase(env, deadline, databaseTime);
  const lastGood = createLastGood({ cache, origin: env.SITE_ORIGIN, page, waitUntil });
  return {
    env,
    /** absolute URLs are built only from this */
    origin: env.SITE_ORIGIN,
    /** the host that this request was sent to; only for comparison with the origin */
    host: new URL(request.url).host,
    secure,
    now: new Date(),
    requestId: crypto.randomUUID(),
    isAdminArea,
    device: deviceOf(request.headers.get("User-Agent")),
    /** whether it is a form submission, which may change records */
    isForm,
    /** what a form has just done, from the signed URL; null without a valid signature */
    done,
    intent,
    typed,
    /** the path of the current route as in the site map: `/admin/tabs/:id` */
    route: "",
    /** whether the person's role does not permit this */
    isForbidden: false,
    refusal,
    page,
    interruption: { leadsTo: null } as Interruption,
    waitUntil,
    /** Sends due emails after the response; called by code that has just enqueued one. */
    startPost: () => waitUntil(deliverMails()),
    /** epoch milliseconds after which this request makes no more outgoing calls */
    deadline,
    lastGood,
    database,
    databaseTime,
    /** whether the response may include Server-Timing: only for an admin */
    showsTiming: false,
    signIn: createSignInState({ request, env, secure, database, waitUntil }),
    hasVisitorCookie: visitorId !== null,
    /** Keyed digest of the IP address, to which the likes of a browser without cookies are tied. */
    addressKey: () => currentAddressKey(env.VISITOR_SECRET, request.headers),
    /** digests of the sender's network for rate budgets; null if it is unknown */
    networkKeys: () => currentNetworkKeys(env.VISITOR_SECRET, request.headers),
    /** Keyed digest of the visitor cookie's id; null without a cookie. */
    visitorKey: async () => visitorId && (await visitorKey(env.VISITOR_SECRET, visitorId)),
    /** The same, but sets a new cookie if there is none; identifies the browser of an admin. */
    async browserKey(): Promise<string> {
      if (visitorId) return visitorKey(env.VISITOR_SECRET, visitorId);
      const cookie = newVisitorCookie(secure);
      cookies.push(cookie);
      return visitorKey(env.VISITOR_SECRET, readVisitorId(cookie, secure) ?? "");
    },
    cookies,
  };
}

export type LoadContext = ReturnType<typeof createLoadContext>;

declare module "@remix-run/cloudflare" {
  interface AppLoadContext extends LoadContext {}
}
