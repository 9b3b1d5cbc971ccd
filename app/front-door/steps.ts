import type { AppLoadContext } from "@remix-run/cloudflare";
import { createSiteCache } from "../features/site/current-site.server.ts";
import { envOf } from "../platform/env.ts";
import { doneIn } from "../platform/request/done.server.ts";
import { createLoadContext, type Refusal } from "../platform/request/load-context.ts";
import type { PageReport } from "../platform/request/page-report.ts";
import { currentAddressKey, newVisitorCookie } from "../platform/request/visitor.ts";
import { leadsByLink } from "../platform/text/link-secret.ts";
import type { Site } from "../site.ts";
import { type AdminForm, adminFormOf } from "./admin-form.ts";
import { addHeaders, fail, record, serverTiming, signWhatIsDone } from "./answer.ts";
import { drawFollowUp } from "./follow-up.ts";
import { guard } from "./guard.ts";
import { finish } from "./headers.ts";
import type { ScheduledRun } from "./jobs.ts";
import { isWithinLimit } from "./limits.ts";
import { createPageCache } from "./page-cache.ts";
import { createRouteTable, isAdminArea, type Leaf, type SiteBuild } from "./route-table.ts";
import { deliverMailsNow, runScheduled } from "./schedule.ts";
import { answerHealth, hasSession, isSecure, lead, leadToHttps, pathOf, type Visit } from "./visit.ts";

declare module "@remix-run/cloudflare" {
  interface AppLoadContext {
    /** the site settings, at most a minute old while the database responds */
    site: Site;
    /** makes this isolate reload the site settings, because an owner has just changed them */
    clearSite(): void;
  }
}

/** What else is known about a request that Remix handles. */
interface Origin {
  refusal?: Refusal;
  /** the report of a page that is rendered for everyone */
  page?: PageReport;
}

export interface FrontDoor {
  fetch(request: Request, bindings: object, worker: Pick<Visit, "waitUntil">): Promise<Response>;
  scheduled(run: ScheduledRun, bindings: object): Promise<void>;
}

/** The handler of all requests, for the Worker and `npm run dev`. @param build Remix's server build */
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
    const draw = (path: string) =>
      routes.find(path.split("?")[0] ?? "").answer(new Request(visit.env.SITE_ORIGIN + path), context);
    const answer = finish((await drawFollowUp(form, context, draw)) ?? first, kind);
    if (kind.isForm) await signWhatIsDone(answer, context);
    addHeaders(answer, context, origin.refusal);
    if (context.showsTiming) answer.headers.set("Server-Timing", serverTiming(visit, answeredFrom, context));
    context.page.until = Math.min(context.page.until, sites.keptUntil(context.now));
    await record(visit, answer, context);
    if (context.page.othersChanged) pageCache.clear();
    return answer;
  }

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
}

/** The data center's own cache, which Node does not have. */
const edgeCache = () => (globalThis as { caches?: { default?: Cache } }).caches?.default;
