import type { ServerBuild } from "@remix-run/cloudflare";
import { announcementChange } from "../features/site/announcement.ts";
import { knowSite, siteNews, type WayOfWords } from "../features/site/site-settings.server.ts";
import { doneIn, signDone } from "../platform/done.server.ts";
import { type Env, envOf } from "../platform/env.ts";
import { leadElsewhere, movedForGood, neverStored } from "../platform/http.ts";
import { fieldsAndFiles, sealForm, sentAgain } from "../platform/interrupted-form.server.ts";
import { createLoadContext, type LoadContext, type Refusal } from "../platform/load-context.ts";
import { log } from "../platform/log.ts";
import type { PageReport } from "../platform/page-report.ts";
import { openSession } from "../platform/session.server.ts";
import { currentAddressKey, newVisitorCookie } from "../platform/visitor.ts";
import { site } from "../site.ts";
import { canonicalPath, guard, httpsPath } from "./guard.ts";
import { finish } from "./headers.ts";
import { health, healthPath } from "./health.ts";
import { isWithinLimit } from "./limits.ts";
import { createPageCache } from "./page-cache.ts";
import { createRouteTable, isAdminArea, type Leaf } from "./route-table.ts";
import { deliverMailsNow, runScheduled, type ScheduledRun } from "./schedule.ts";

/** One request on its way. */
interface Visit {
  request: Request;
  bindings: object;
  env: Env;
  /** epoch milliseconds */
  startedAt: number;
  waitUntil(work: Promise<unknown>): void;
}

/** What the Worker exports. */
export interface FrontDoor {
  fetch(request: Request, bindings: object, worker: Pick<Visit, "waitUntil">): Promise<Response>;
  scheduled(run: ScheduledRun, bindings: object): Promise<void>;
}

/**
 * The way of every request, in the Worker and in `npm run dev`.
 * @param build what Remix has made of the routes
 */
export function createFrontDoor(build: ServerBuild): FrontDoor {
  const routes = createRouteTable(build);
  const pageCache = createPageCache<Visit>({
    ruleOf: (pathname) => routes.find(pathname).handle.cache ?? null,
    render(address, page, visit) {
      const request = new Request(visit.env.SITE_ORIGIN + address);
      return answerBy(routes.find(pathOf(request)), request, { ...visit, request, startedAt: Date.now() }, { page });
    },
    isReceipt: async (url, { env, startedAt }) => (await doneIn(env.VISITOR_SECRET, url, new Date(startedAt))) !== null,
    hasSession,
    visitorCookie: ({ env }) => newVisitorCookie(isSecure(env)),
  });
  const news = siteNews(pageCache.clear);

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
    scheduled: (run, bindings) => runScheduled(run, envOf(bindings), pageCache.clear, edgeCache()),
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

  /**
   * The page that follows in the same answer: the sign-in or the question for a code with what was typed, where a form came
   * after the session had ended, that form again for whoever has then signed in, and for whoever may not use the address of
   * a file, the page that says so. Null for all others.
   */
  async function goOn(leaf: Leaf, sent: Request | null, context: LoadContext): Promise<Response | null> {
    const { env, interruption, signIn } = context;
    const draw = (path: string) =>
      routes.find(path.split("?")[0] ?? "").answer(new Request(env.SITE_ORIGIN + path), context);
    if (context.isForbidden) return draw(noPage);
    if (interruption.returned) return draw(interruption.returned.path);
    if (!interruption.leadsTo || !sent) return null;
    if (interruption.sealed !== undefined) return draw(interruption.leadsTo);
    const { pathname, search } = new URL(sent.url);
    const typed = fieldsAndFiles(await (sent.clone() as Request).formData(), leaf.handle.secretFields ?? []);
    const form = { path: pathname + search, account: await signIn.account(), ...typed };
    interruption.files = typed.files;
    interruption.sealed = await sealForm(form, env.SESSION_SECRET);
    return draw(interruption.leadsTo);
  }

  /** Context, Remix, headers, log, and the work after the answer. */
  async function answerBy(
    leaf: Leaf,
    passed: Request,
    visit: Visit,
    { refusal, page }: { refusal?: Refusal; page?: PageReport } = {},
  ): Promise<Response> {
    const { request, bindings, waitUntil } = visit;
    const answeredFrom = Date.now();
    const kind = { isAdminArea: isAdminArea(pathOf(request)), isForm: request.method === "POST" };
    const deliverMails = () => deliverMailsNow(visit.env);
    const sent = kind.isAdminArea && kind.isForm ? (passed.clone() as Request) : null;
    const intent = async () => String((await (sent?.clone() as Request | undefined)?.formData())?.get("intent") ?? "");
    const typed = async () =>
      sent && sentAgain(await (sent.clone() as Request).formData(), leaf.handle.secretFields ?? []);
    const done = await doneIn(visit.env.VISITOR_SECRET, new URL(request.url), new Date(answeredFrom));
    const asked = { request, bindings, refusal, page, intent, typed, done, ...kind };
    const context = createLoadContext({ ...asked, waitUntil, deliverMails, cache: edgeCache(), site: news });
    await knowSite(context, wayOfWords(leaf, context));
    const first = await leaf.answer(passed, context);
    const answer = finish((await goOn(leaf, sent, context)) ?? first, kind);
    const leadsTo = kind.isForm && answer.status === 303 && answer.headers.get("Location");
    if (leadsTo) leadElsewhere(answer, await signDone(visit.env.VISITOR_SECRET, leadsTo, context.now));
    for (const [name, value] of Object.entries(refusal?.headers ?? {})) answer.headers.set(name, value);
    for (const [name, value] of Object.entries(ageHeaders(context))) answer.headers.set(name, value);
    if (context.showsTiming) answer.headers.set("Server-Timing", serverTiming(visit, answeredFrom, context));
    for (const cookie of [...context.signIn.cookies, ...context.cookies]) answer.headers.append("Set-Cookie", cookie);
    context.page.until = Math.min(context.page.until, announcementChange(site.announcement, context.now));
    await record(visit, answer, context);
    if (context.page.othersChanged) pageCache.clear();
    return answer;
  }
}

/** A page that is kept reads for itself, or says that it reads nothing. */
function wayOfWords({ handle: { cache } }: Leaf, { isForm, page }: LoadContext): WayOfWords {
  if (!cache || isForm) return "behind";
  if (!cache.readsNothing) return "with what is read";
  return page.forEverybody ? "alone" : "behind";
}

/** A path of the admin area that is no page. */
const noPage = "/admin/-";

/** The data center's own cache, which Node does not have. */
const edgeCache = () => (globalThis as { caches?: { default?: Cache } }).caches?.default;

/** What is drawn from a copy says how old it is, in seconds (RFC 9111), and is kept by nobody. */
const ageHeaders = ({ page, now }: LoadContext): Record<string, string> =>
  page.keptAt
    ? { ...neverStored, Age: String(Math.max(0, Math.round((now.getTime() - page.keptAt.getTime()) / 1000))) }
    : {};

const isSecure = (env: Env) => env.SITE_ORIGIN.startsWith("https:");

const pathOf = ({ url }: Request) => new URL(url).pathname;

const hasSession = async ({ headers }: Request, { env }: Visit) =>
  (await openSession(headers.get("Cookie"), env.SESSION_SECRET, isSecure(env), Date.now())) !== null;

/** Health is told over plain http too. */
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

/** Milliseconds until Remix was asked, those of waiting for Supabase since, and the rest. */
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

/** The answer when even the error page failed. */
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
