import { createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { matchRoutes } from "@remix-run/react";
import * as build from "../build/server/index.js";
import { deliverOutbox, drainOutbox } from "./features/outbox/outbox.server.ts";
import { purge } from "./features/retention/retention.server.ts";
import { purgeCron } from "./features/retention/retention.ts";
import { envOf } from "./platform/env.ts";
import { formLimit, type GuardedRoute, guard } from "./platform/guard.ts";
import { finish } from "./platform/headers.ts";
import { createLoadContext, type LoadContext } from "./platform/load-context.ts";
import { log } from "./platform/log.ts";
import type { RouteHandle } from "./platform/route-handle.ts";

type WorkerContext = Pick<LoadContext, "waitUntil">;

const routes = (build as unknown as ServerBuild).routes;
const handle = createRequestHandler(build as unknown as ServerBuild, "production");

interface RouteObject {
  id: string;
  path?: string;
  index?: boolean;
  children?: RouteObject[];
}

const childrenOf = (parent: string | undefined): RouteObject[] =>
  Object.values(routes)
    .filter((route) => route?.parentId === parent)
    .map((route) => ({ ...route, children: childrenOf(route?.id) }) as RouteObject)
    .map((route) => (route.index ? { ...route, children: undefined } : route));

const tree = childrenOf(undefined) as Parameters<typeof matchRoutes>[0];

/** The leaf that Remix would choose; the splat route, which only says "not found", counts as none. */
function routeOf(pathname: string): GuardedRoute | null {
  const leaf = matchRoutes(tree, pathname.replace(/\.data$/, ""))?.at(-1)?.route;
  const route = leaf?.id ? routes[leaf.id] : undefined;
  if (!route || route.path === "*") return null;
  const { bodyLimit = formLimit } = (route.module.handle ?? {}) as RouteHandle;
  return { hasAction: Boolean(route.module.action), bodyLimit };
}

export default {
  async fetch(request: Request, bindings: object, ctx: WorkerContext): Promise<Response> {
    const started = Date.now();
    const { pathname } = new URL(request.url);
    if (pathname === "/healthz") return finish(health(request.method));
    try {
      const { SITE_ORIGIN: origin } = envOf(bindings);
      const waitUntil = ctx.waitUntil.bind(ctx);
      const verdict = await guard(request, { origin, secure: origin.startsWith("https:"), routeOf });
      if ("redirectTo" in verdict)
        return finish(new Response(null, { status: 301, headers: { Location: verdict.redirectTo } }));

      const refusal = verdict instanceof Request ? undefined : verdict;
      const passed = verdict instanceof Request ? verdict : new Request(`${origin}/refused`);
      const context = createLoadContext({ request, bindings, waitUntil, refusal });
      const answer = finish(await handle(passed, context));
      for (const [name, value] of Object.entries(refusal?.headers ?? {})) answer.headers.set(name, value);
      for (const cookie of context.signIn.cookies) answer.headers.append("Set-Cookie", cookie);
      if (/^\/admin(\/|$|\.)/.test(pathname)) keepPrivate(answer.headers);
      await record(request, pathname, answer, context, started);
      if (request.method === "POST" && !refusal) waitUntil(deliverOutbox(context));
      return answer;
    } catch (error) {
      log({
        route: pathname,
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

/** Nothing of /admin is kept by anybody, or listed. */
function keepPrivate(headers: Headers): void {
  headers.set("Cache-Control", "private, no-store");
  headers.set("X-Robots-Tag", "noindex");
}

function health(method: string): Response {
  const reads = method === "GET" || method === "HEAD";
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
  return reads
    ? new Response("ok\n", { headers })
    : new Response("This address can only be read.\n", { status: 405, headers: { ...headers, Allow: "GET, HEAD" } });
}

async function record(
  request: Request,
  route: string,
  answer: Response,
  context: LoadContext,
  started: number,
): Promise<void> {
  const visitor = request.method === "POST" ? await context.visitor() : null;
  log({
    requestId: context.requestId,
    route,
    status: answer.status,
    milliseconds: Date.now() - started,
    outcome: answer.status === 404 ? "not-found" : answer.status < 400 ? "ok" : "refused",
    ...(visitor?.addressKey ? { visitor: (visitor.key ?? visitor.addressKey).slice(0, 8) } : {}),
  });
}
