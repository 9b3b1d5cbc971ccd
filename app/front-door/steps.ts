import type { AppLoadContext } from "@remix-run/cloudflare";
import { createSiteCache } from "../features/site/current-site.server.ts";
import { type Env, envOf } from "../platform/env.ts";
import { log } from "../platform/log.ts";
import { doneIn, signDone } from "../platform/request/done.server.ts";
import { leadElsewhere, movedForGood, neverStored } from "../platform/request/http.ts";
import { sealForm } from "../platform/request/interrupted-form.server.ts";
import { createLoadContext, type LoadContext, type Refusal } from "../platform/request/load-context.ts";
import type { PageReport } from "../platform/request/page-report.ts";
import { openSession } from "../platform/request/session.server.ts";
import { currentAddressKey, newVisitorCookie } from "../platform/request/visitor.ts";
import { leadsByLink } from "../platform/text/link-secret.ts";
import type { Site } from "../site.ts";
import { type AdminForm, adminFormOf } from "./admin-form.ts";
import { canonicalPath, guard, httpsPath } from "./guard.ts";
import { finish } from "./headers.ts";
import { health, healthPath } from "./health.ts";
import type { ScheduledRun } from "./jobs.ts";
import { isWithinLimit } from "./limits.ts";
import { createPageCache } from "./page-cache.ts";
import { createRouteTable, isAdminArea, type Leaf, type SiteBuild } from "./route-table.ts";
import { deliverMailsNow, runScheduled } from "./schedule.ts";

declare module "@remix-run/cloudflare" {
  interface AppLoadContext {
    /** the site settings, at most a minute old while the database responds */
    site: Site;
    /** makes this isolate reload the site settings, because an owner has just changed them */
    clearSite(): void;
  }
}

interface Visit {
  request: Request;
  bindings: object;
  env: Env;
  /** epoch milliseconds */
  startedAt: number;
  waitUntil(work: Promise<unknown>): void;
}

/** What else is known about a request that Remix handles. */
interface Origin {
  refusal?: Refusal;
  /** the report of a page that is rendered for everyone */
  page?: PageReport;
}

/** What the Worker exports. */
export interface FrontDoor {
  fetch(request: Request, bindings: object, worker: Pick<Visit, "waitUntil">): Promise<Response>;
  scheduled(run: ScheduledRun, bindings: object): Promise<void>;
}

/**
 * Creates the handler of all requests, for the Worker and for `npm run dev`.
 * @param build Remix's server build of the routes
 */
export function createFrontDoor(build: SiteBuild): FrontDoor {
  const routes = createRouteTable(build);
  const pageCache = createPageCache<Visit>({
    ruleOf: (pathname) => (leadsByLink(pathname) ? null : (routes.find(pathname).handle.cache ?? null)),
    render(address, page, visit) {
      const request = new Request(visit.env.SITE_ORIGIN + address);
      return answerBy(routes.find(pathOf(request)), request, { ...visit, request, startedAt: Date.now() }, { page });
    },
    isReceipt: async (url, { env, startedAt }) => (await doneIn(env.VISITOR_SECRET, url, new Date(startedAt))) !== null,
    hasSession,
    visitorCookie: ({ env }) => newVisitorCookie(isSecure(env)),
  });
  const sites = createSiteCache(pageCache.clear);

  return {
    async fetch(request, bindings, worker) {
      const startedAt = Date.now();
      try {
        const env = envOf(bindings);
        const visit = { request, bindings, env, startedAt, waitUntil: worker.waitUntil.bind(worker) };
        return (
          leadToHttps(visit) ??
          pageCache.recall(request, visit) ??
          (await answerHealth(visit)) ??
          (await pageCache.answerFor(request, visit)) ??
          (await guardAndAnswer(visit))
        );
      } catch (error) {
        return fail(request, error, startedAt);
      }
    },
    scheduled: (run, bindings) => runScheduled(run, envOf(bindings), sites, edgeCache()),
  };

  async function guardAndAnswer(visit: Visit): Promise<Response> {
    const { request, bindings, env } = visit;
    const verdict = await guard(request, {
      origin: env.SITE_ORIGIN,
      secure: isSecure(env),
      routeOf: routes.guarded,
      isWithinLimit: async (limit, path) =>
        isWithinLimit(bindings, limit, path ?? (await currentAddressKey(env.VISITOR_SECRET, request.headers))),
      hasSession: () => hasSession(request, visit),
    });
    if ("redirectTo" in verdict) return lead(visit, verdict.redirectTo);
    if (verdict instanceof Request) return answerBy(routes.find(pathOf(request)), verdict, visit);
    return answerBy(routes.splat, new Request(`${env.SITE_ORIGIN}/refused`), visit, { refusal: verdict });
  }

  /** Runs Remix for a request: context, route, follow-up page, headers, log line, and clearing the page cache. */
  async function answerBy(leaf: Leaf, passed: Request, visit: Visit, origin: Origin = {}): Promise<Response> {
    const { request } = visit;
    const answeredFrom = Date.now();
    const kind = {
      isAdminArea: isAdminArea(pathOf(request)),
      isForm: request.method === "POST",
      isByLink: leadsByLink(request.url),
    };
    const form = kind.isAdminArea && kind.isForm ? adminFormOf(passed, leaf.handle.secretFields) : null;
    const context = await contextOf(visit, { ...kind, ...origin, form });
    const first = await leaf.answer(passed, context);
    const answer = finish((await drawFollowUp(form, context)) ?? first, kind);
    if (kind.isForm) await signWhatIsDone(answer, context);
    addHeaders(answer, context, origin.refusal);
    if (context.showsTiming) answer.headers.set("Server-Timing", serverTiming(visit, answeredFrom, context));
    context.page.until = Math.min(context.page.until, sites.keptUntil(context.now));
    await record(visit, answer, context);
    if (context.page.othersChanged) pageCache.clear();
    return answer;
  }

  /** Creates the context of loaders and actions, including the site settings. */
  async function contextOf(
    { request, bindings, env, startedAt, waitUntil }: Visit,
    { form, ...known }: Origin & { form: AdminForm | null; isAdminArea: boolean; isForm: boolean },
  ): Promise<AppLoadContext> {
    const done = await doneIn(env.VISITOR_SECRET, new URL(request.url), new Date(startedAt));
    const { intent, typed } = form ?? { intent: async () => "", typed: async () => null };
    const deliverMails = () => deliverMailsNow(env, context.site);
    const asked = { ...known, request, bindings, done, intent, typed, waitUntil, deliverMails, cache: edgeCache() };
    const made = createLoadContext(asked);
    const context = Object.assign(made, { site: await sites.current(made), clearSite: sites.clear });
    return context;
  }

  /**
   * Renders the page that replaces the response, if any. A form sent after the session ended leads to the sign-in or
   * code page, which carries the form; after signing in, the person gets that form back. A file URL that the person's
   * role does not permit leads to a page that says so. Returns null in all other cases.
   */
  async function drawFollowUp(form: AdminForm | null, context: AppLoadContext): Promise<Response | null> {
    const { env, interruption, signIn } = context;
    const draw = (path: string) =>
      routes.find(path.split("?")[0] ?? "").answer(new Request(env.SITE_ORIGIN + path), context);
    if (context.isForbidden) return draw(noPage);
    if (interruption.returned) return draw(interruption.returned.path);
    if (!interruption.leadsTo || !form) return null;
    if (interruption.sealed !== undefined) return draw(interruption.leadsTo);
    const typed = await form.fields();
    interruption.files = typed.files;
    interruption.sealed = await sealForm(
      { path: form.path, account: await signIn.account(), ...typed },
      env.SESSION_SECRET,
    );
    return draw(interruption.leadsTo);
  }
}

/** A path in the admin area that has no page. */
const noPage = "/admin/-";

/** The data center's own cache, which Node does not have. */
const edgeCache = () => (globalThis as { caches?: { default?: Cache } }).caches?.default;

/** Signs what the redirect URL reports that the form has done, so that it is known to come from us. */
async function signWhatIsDone(answer: Response, { env, now }: LoadContext): Promise<void> {
  const leadsTo = answer.status === 303 && answer.headers.get("Location");
  if (leadsTo) leadElsewhere(answer, await signDone(env.VISITOR_SECRET, leadsTo, now));
}

function addHeaders({ headers }: Response, context: LoadContext, refusal?: Refusal): void {
  for (const [name, value] of Object.entries({ ...refusal?.headers, ...ageHeaders(context) })) headers.set(name, value);
  for (const cookie of [...context.signIn.cookies, ...context.cookies]) headers.append("Set-Cookie", cookie);
}

/** Headers of a page rendered from a stored copy: its age in seconds (RFC 9111), and that it must not be cached. */
const ageHeaders = ({ page, now }: LoadContext): Record<string, string> =>
  page.keptAt
    ? { ...neverStored, Age: String(Math.max(0, Math.round((now.getTime() - page.keptAt.getTime()) / 1000))) }
    : {};

const isSecure = (env: Env) => env.SITE_ORIGIN.startsWith("https:");

const pathOf = ({ url }: Request) => new URL(url).pathname;

const hasSession = async ({ headers }: Request, { env }: Visit) =>
  (await openSession(headers.get("Cookie"), env.SESSION_SECRET, isSecure(env), Date.now())) !== null;

function leadToHttps(visit: Visit): Response | null {
  const path = httpsPath(visit.request, visit.env.SITE_ORIGIN);
  return path && pathOf(visit.request) !== healthPath ? lead(visit, path) : null;
}

async function answerHealth({ request, env }: Visit): Promise<Response | null> {
  return pathOf(request) === healthPath ? finish(await health(request, env)) : null;
}

function lead({ request, env }: Visit, path: string): Response {
  return finish(movedForGood(env.SITE_ORIGIN, path), { isAdminArea: isAdminArea(pathOf(request)) });
}

/** Milliseconds until Remix was called, those spent waiting for Supabase since then, and the remainder. */
function serverTiming({ startedAt }: Visit, answeredFrom: number, { databaseTime }: LoadContext): string {
  const database = databaseTime.total();
  const render = Math.max(0, Date.now() - answeredFrom - database);
  return `guard;dur=${answeredFrom - startedAt}, database;dur=${database}, render;dur=${render}`;
}

async function record({ request, startedAt }: Visit, answer: Response, context: LoadContext): Promise<void> {
  const visitor = request.method === "POST" ? ((await context.visitorKey()) ?? (await context.addressKey())) : null;
  log({
    requestId: context.requestId,
    route: canonicalPath(pathOf(request)),
    status: answer.status,
    milliseconds: Date.now() - startedAt,
    outcome: answer.status === 404 ? "not-found" : answer.status < 400 ? "ok" : "refused",
    ...(visitor ? { visitor: visitor.slice(0, 8) } : {}),
  });
}

function fail(request: Request, error: unknown, startedAt: number): Response {
  const message = error instanceof Error ? error.message : "unknown";
  const route = canonicalPath(pathOf(request));
  log({ route, status: 500, outcome: "failed", error: message, milliseconds: Date.now() - startedAt });
  return finish(
    new Response("Something went wrong here. Please try again in a minute.\n", {
      status: 500,
      headers: { "Content-Type": "text/plain; charset=utf-8" },
    }),
  );
}
