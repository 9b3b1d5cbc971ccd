import { createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { matchRoutes } from "@remix-run/react";
import * as build from "../build/server/index.js";
import { health } from "./features/health/health.server.ts";
import { deliverOutbox, drainOutbox } from "./features/outbox/outbox.server.ts";
import { purge } from "./features/retention/retention.server.ts";
import { purgeCron } from "./features/retention/retention.ts";
import { envOf } from "./platform/env.ts";
import { canonicalPath, formLimit, type GuardedRoute, guard } from "./platform/guard.ts";
import { finish } from "./platform/headers.ts";
import { createKeptPages } from "./platform/kept-pages.ts";
import { isWithinLimit } from "./platform/limits.ts";
import { createLoadContext, type LoadContext } from "./platform/load-context.ts";
import { log } from "./platform/log.ts";
import type { RouteHandle } from "./platform/route-handle.ts";
import { currentAddressKey, newVisitorCookie } from "./platform/visitor.ts";

type WorkerContext = Pick<LoadContext, "waitUntil">;

const routes = (build as unknown as ServerBuild).routes;
/** The data centre's own cache. */
const edgeCache = (globalThis as unknown as { caches: { default: Cache } }).caches.default;

type Handle = ReturnType<typeof createRequestHandler>;

/** A route and those around it, from the root on. */
function chainOf(id: string): string[] {
  const parent = routes[id]?.parentId;
  return parent ? [...chainOf(parent), id] : [id];
}

const parents = new Set(Object.values(routes).map((route) => route?.parentId));
const leaves = Object.keys(routes)
  .filter((id) => !parents.has(id))
  .map((id) => ({
    id,
    path: `/${chainOf(id)
      .flatMap((each) => routes[each]?.path || [])
      .join("/")}`,
  }));

/** Paths without parameters outrank all others, so that nothing has to be matched for them. */
const fixedPaths = new Map(leaves.filter(({ path }) => !/[:*]/.test(path)).map(({ id, path }) => [path, id]));
const otherPaths = leaves.filter(({ path }) => !fixedPaths.has(path));
const splat = otherPaths.find(({ path }) => path === "/*")?.id ?? "root";

/** The id of the leaf that Remix would choose, which may be the splat route. */
function leafOf(pathname: string): string {
  const known = fixedPaths.get(pathname) ?? found.get(pathname);
  if (known) return known;
  const leaf = matchRoutes(otherPaths, pathname)?.at(-1)?.route.id ?? splat;
  if (found.size >= mostFound) found.clear();
  found.set(pathname, leaf);
  return leaf;
}

/** Paths with a part that varies, as far as they were asked for; anybody may ask for any, so not too many. */
const found = new Map<string, string>();
const mostFound = 200;

const adminLeaves = new Set(leaves.filter(({ path }) => /^\/admin(\/|$)/.test(path)).map(({ id }) => id));

/** By the route that a path leads to, however it is spelled; where there is none, by its canonical spelling. */
const isAdmin = (pathname: string) =>
  adminLeaves.has(leafOf(pathname)) || /^\/admin(\/|$|\.)/.test(canonicalPath(pathname));

const handlers = new Map<string, Handle>();

/** Remix with one leaf: it ranks and compiles all routes that it knows, several times for each request. */
function handlerOf(leaf: string): Handle {
  let handle = handlers.get(leaf);
  if (!handle) {
    const chain = new Set(chainOf(leaf));
    const pick = <Of>(all: Record<string, Of>) =>
      Object.fromEntries(Object.entries(all).filter(([id]) => chain.has(id)));
    const { assets, ...rest } = build as unknown as ServerBuild;
    const pruned = { ...rest, routes: pick(routes), assets: { ...assets, routes: pick(assets.routes) } };
    handle = createRequestHandler(pruned as ServerBuild, "production");
    handlers.set(leaf, handle);
  }
  return handle;
}

const handleOf = (leaf: string) => (routes[leaf]?.module.handle ?? {}) as RouteHandle;

/** The splat route, which only says "not found", counts as none. */
function routeOf(pathname: string): GuardedRoute | null {
  const leaf = leafOf(pathname);
  if (leaf === splat) return null;
  const { bodyLimit = formLimit, rateLimit = "forms" } = handleOf(leaf);
  return { hasAction: Boolean(routes[leaf]?.module.action), bodyLimit, rateLimit };
}

interface Occasion {
  bindings: object;
  waitUntil(work: Promise<unknown>): void;
}

const keptPages = createKeptPages<Occasion>({
  ruleOf: (pathname) => handleOf(leafOf(pathname)).kept ?? null,
  async render(address, page, { bindings, waitUntil }) {
    const started = Date.now();
    const request = new Request(envOf(bindings).SITE_ORIGIN + address);
    const context = createLoadContext({ request, bindings, waitUntil, cache: edgeCache, page });
    const { pathname } = new URL(request.url);
    const answer = finish(await handlerOf(leafOf(pathname))(request, context));
    await record(request, pathname, answer, context, started);
    return answer;
  },
  visitorCookie: ({ bindings }) => newVisitorCookie(envOf(bindings).SITE_ORIGIN.startsWith("https:")),
});

export default {
  async fetch(request: Request, bindings: object, ctx: WorkerContext): Promise<Response> {
    const started = Date.now();
    const occasion: Occasion = { bindings, waitUntil: (work) => ctx.waitUntil(work) };
    try {
      const mayBeShared = !isPlain(request.url, bindings);
      const recalled = mayBeShared && keptPages.recall(request, occasion);
      if (recalled) return recalled;
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === "/healthz") return finish(await health(request.method, searchParams.has("deep"), bindings));
      const shared = mayBeShared && (await keptPages.answerFor(request, occasion));
      return shared || (await answerAlone(request, pathname, occasion, started));
    } catch (error) {
      log({
        route: new URL(request.url).pathname,
        status: 500,
        outcome: "failed",
        error: error instanceof Error ? error.message : "unknown",
        milliseconds: Date.now() - started,
      });
      return finish(
        new Response("Something went wrong here. Please try again in a minute.\n", {
          status: 500,
          headers: { "Content-Type": "text/plain; charset=utf-8" },
        }),
      );
    }
  },

  async scheduled({ cron }: { cron: string }, bindings: object): Promise<void> {
    const env = envOf(bindings);
    await (cron === purgeCron ? purge({ env }) : drainOutbox({ env }));
  },
};

/** Whether our own host is asked over plain http, where the guard leads to https first. */
function isPlain(url: string, bindings: object): boolean {
  if (!url.startsWith("http:")) return false;
  const { SITE_ORIGIN: origin } = envOf(bindings);
  return url.startsWith(`${origin.replace("https:", "http:")}/`) && origin.startsWith("https:");
}

/** The answer to one request, which nobody else gets. */
async function answerAlone(request: Request, pathname: string, occasion: Occasion, started: number): Promise<Response> {
  const { bindings, waitUntil } = occasion;
  const { SITE_ORIGIN: origin, VISITOR_SECRET: secret } = envOf(bindings);
  const verdict = await guard(request, {
    origin,
    secure: origin.startsWith("https:"),
    routeOf,
    isWithinLimit: async (name) => isWithinLimit(bindings, name, await currentAddressKey(secret, request.headers)),
  });
  if ("redirectTo" in verdict) {
    const elsewhere = finish(new Response(null, { status: 301, headers: { Location: verdict.redirectTo } }));
    if (isAdmin(pathname)) keepPrivate(elsewhere.headers);
    return elsewhere;
  }

  const refusal = verdict instanceof Request ? undefined : verdict;
  const passed = verdict instanceof Request ? verdict : new Request(`${origin}/refused`);
  const context = createLoadContext({ request, bindings, waitUntil, cache: edgeCache, refusal });
  const leaf = refusal ? splat : leafOf(pathname);
  const answer = finish(await handlerOf(leaf)(passed, context));
  for (const [name, value] of Object.entries(refusal?.headers ?? {})) answer.headers.set(name, value);
  for (const cookie of context.signIn.cookies) answer.headers.append("Set-Cookie", cookie);
  if (isAdmin(pathname)) {
    keepPrivate(answer.headers);
    if (request.method === "POST" && hasSaved(answer, context)) keptPages.forget();
  }
  // What the browser has fetched or drawn ahead does not know yet what has just been sent.
  if (request.method === "POST") answer.headers.set("Clear-Site-Data", '"prefetchCache", "prerenderCache"');
  await record(request, pathname, answer, context, started);
  if (request.method === "POST" && !refusal) waitUntil(deliverOutbox(context));
  return answer;
}

/** Whether somebody signed in may have changed what the public pages show; a stranger cannot empty the memory. */
const hasSaved = (answer: Response, { signIn }: LoadContext) =>
  signIn.claimed && answer.status < 400 && !answer.headers.get("Location")?.includes("/admin/login");

/** Nothing of /admin is kept by anybody, or listed. */
function keepPrivate(headers: Headers): void {
  headers.set("Cache-Control", "private, no-store");
  headers.set("X-Robots-Tag", "noindex");
}

async function record(
  request: Request,
  route: string,
  answer: Response,
  context: LoadContext,
  started: number,
): Promise<void> {
  const visitor = request.method === "POST" ? ((await context.visitorKey()) ?? (await context.addressKey())) : null;
  log({
    requestId: context.requestId,
    route,
    status: answer.status,
    milliseconds: Date.now() - started,
    outcome: answer.status === 404 ? "not-found" : answer.status < 400 ? "ok" : "refused",
    ...(visitor ? { visitor: visitor.slice(0, 8) } : {}),
  });
}
