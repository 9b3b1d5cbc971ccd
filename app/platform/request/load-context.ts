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

/** What is not let through to its route, in words; the splat route renders it. */
export interface Refusal {
  status: 400 | 403 | 404 | 405 | 413 | 415 | 429;
  title: string;
  text: string;
  headers?: Record<string, string>;
}

interface Origin {
  request: Request;
  bindings: object;
  /** keeps the Worker alive for work that goes on after the answer */
  waitUntil(work: Promise<unknown>): void;
  /** sends a few of the mails that are due, and never throws */
  deliverMails(): Promise<unknown>;
  /** where last good answers are kept; Node has none */
  cache?: Cache;
  /** what the guard refuses is rendered by the splat route, in the site's own words */
  refusal?: Refusal;
  /** of a page that is rendered for everybody */
  page?: PageReport;
  isAdminArea: boolean;
  isForm: boolean;
  /** what the address truly says that a form has just done */
  done: Done | null;
  /** what the form asks for, where it says so */
  intent(): Promise<string>;
  /** the fields of a form of the admin area, to be sent once more; null for what is no such form, or cannot be */
  typed(): Promise<[name: string, value: string][] | null>;
}

/** Milliseconds that all calls of one request to the outside may take together. */
const timeout = 4500;

/** Everything a loader or an action may use; made anew for each request, in the Worker and in `npm run dev`. */
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
  /** set on the way out, beside those of the session */
  const cookies: string[] = [];
  const deadline = Date.now() + timeout;
  const databaseTime = createStopwatch();
  const database = createDatabase(env, deadline, databaseTime);
  const lastGood = createLastGood({ cache, origin: env.SITE_ORIGIN, page, waitUntil });
  return {
    env,
    /** absolute URLs are built from this and nothing else */
    origin: env.SITE_ORIGIN,
    /** where this request was sent to; only to be compared with the origin */
    host: new URL(request.url).host,
    secure,
    now: new Date(),
    requestId: crypto.randomUUID(),
    isAdminArea,
    /** browser and system in words */
    device: deviceOf(request.headers.get("User-Agent")),
    /** whether something was sent, which changes or may change the records */
    isForm,
    /** what a form has just done, as its address says; what nobody signed says nothing */
    done,
    intent,
    typed,
    /** the route that is being answered, as the site map names it: `/admin/tabs/:id` */
    route: "",
    /** whether somebody has a role that may not do this */
    isForbidden: false,
    refusal,
    page,
    interruption: { leadsTo: null } as Interruption,
    waitUntil,
    /** Sends what is due of mails, behind the answer; whoever has written a row asks for it. */
    startPost: () => waitUntil(deliverMails()),
    /** epoch milliseconds at which this request asks nobody any more */
    deadline,
    lastGood,
    database,
    databaseTime,
    /** whether the answer may say where its time went: only to an admin */
    showsTiming: false,
    signIn: createSignInState({ request, env, secure, database, waitUntil }),
    hasVisitorCookie: visitorId !== null,
    /** Keyed digest of the address, to which the like of a browser without cookies is tied. */
    addressKey: () => currentAddressKey(env.VISITOR_SECRET, request.headers),
    /** digests of the sender's network for budgets; null where it is unknown */
    networkKeys: () => currentNetworkKeys(env.VISITOR_SECRET, request.headers),
    /** Keyed digest of the visitor cookie's id; null without a cookie. */
    visitorKey: async () => visitorId && (await visitorKey(env.VISITOR_SECRET, visitorId)),
    /** The same, with a new cookie for a browser that has none: by it an admin's browser is known. */
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
