import { type AppLoadContext, createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { matchRoutes } from "@remix-run/react";
import { DatabaseUnavailable } from "../platform/database/unavailable.ts";
import { unavailable } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { tokenShape } from "../platform/text/link-token.ts";
import { canonicalPath, formLimit, type GuardedRoute } from "./guard.ts";
import { formsLimit } from "./limits.ts";

/** Whether a path lies in the admin area, however it is spelled, and whether there is such a page or not. */
export const isAdminArea = (pathname: string) => /^\/admin(\/|$|\.)/.test(canonicalPath(pathname));

/** A route of the site map that no other one lies below. */
export interface Leaf {
  handle: RouteHandle;
  /** whether a form may be sent to it */
  hasAction: boolean;
  /** whether a path that leads to it has a token where the site map says so */
  takes(pathname: string): boolean;
  /** draws a page, which says in its own words that a link is not complete */
  isPage: boolean;
  /** Runs Remix for this route and those around it. */
  answer(request: Request, context: AppLoadContext): Promise<Response>;
}

/** Paths with a parameter whose route is remembered; anybody may ask for any, so not too many. */
const mostRemembered = 200;

/** Finds routes by path. Remix itself would rank and compile all routes several times for each request. */
export function createRouteTable(build: ServerBuild) {
  const { routes } = build;
  const parents = new Set(Object.values(routes).map((route) => route?.parentId));
  const leaves = Object.keys(routes)
    .filter((id) => !parents.has(id))
    .map((id) => ({ id, path: pathOf(build, id) }));
  // Paths without parameters outrank all others, so that nothing has to be matched for them.
  const fixedPaths = new Map(leaves.filter(({ path }) => !/[:*]/.test(path)).map(({ id, path }) => [path, id]));
  const otherPaths = leaves.filter(({ path }) => !fixedPaths.has(path));
  const remembered = new Map<string, string>();
  const known = new Map<string, Leaf>();

  function leafOf(id: string): Leaf {
    let leaf = known.get(id);
    if (!leaf) {
      leaf = createLeaf(build, id);
      known.set(id, leaf);
    }
    return leaf;
  }

  /** The route that only says that there is none. */
  const splat = leafOf(otherPaths.find(({ path }) => path === "/*")?.id ?? "root");

  /** Routes that only say that there is no such page. */
  const noPages = new Set([splat, ...otherPaths.filter(({ path }) => path.endsWith("/*")).map(({ id }) => leafOf(id))]);

  /** The leaf that Remix would choose, which may be the splat route; that one too where a file is asked for by what is no token. */
  function find(pathname: string): Leaf {
    const leaf = match(pathname);
    return leaf.isPage || leaf.takes(pathname) ? leaf : splat;
  }

  function match(pathname: string): Leaf {
    const id = fixedPaths.get(pathname) ?? remembered.get(pathname);
    if (id) return leafOf(id);
    const found = matchRoutes(otherPaths, pathname)?.at(-1);
    if (!found) return splat;
    if (remembered.size >= mostRemembered) remembered.clear();
    remembered.set(pathname, found.route.id);
    return leafOf(found.route.id);
  }

  /** What the guard has to know of a path; null where there is no route, and where what stands for a token is none. */
  function guarded(pathname: string): GuardedRoute | null {
    const leaf = find(pathname);
    if (noPages.has(leaf) || !leaf.takes(pathname)) return null;
    const { bodyLimit = formLimit, rateLimit = formsLimit } = leaf.handle;
    const { carriesForm = false, signedJson = false, oneClick = false, readLimit } = leaf.handle;
    return { hasAction: leaf.hasAction, bodyLimit, carriesForm, rateLimit, readLimit, signedJson, oneClick };
  }

  return { find, splat, guarded };
}

/** A route and those around it, from the root on. */
function chainOf({ routes }: ServerBuild, id: string): string[] {
  const chain = [id];
  for (let parent = routes[id]?.parentId; parent; parent = routes[parent]?.parentId) chain.unshift(parent);
  return chain;
}

const pathOf = (build: ServerBuild, id: string) =>
  `/${chainOf(build, id)
    .flatMap((each) => build.routes[each]?.path || [])
    .join("/")}`;

function createLeaf(build: ServerBuild, id: string): Leaf {
  const module = build.routes[id]?.module;
  const path = pathOf(build, id);
  const shape = path.includes(":token")
    ? new RegExp(`^${path.replace(".", "\\.").replace(":token", tokenShape)}$`)
    : null;
  let handler: Leaf["answer"] | undefined;
  return {
    handle: (module?.handle ?? {}) as RouteHandle,
    hasAction: Boolean(module?.action),
    takes: (pathname) => shape?.test(pathname) ?? true,
    isPage: Boolean(module?.default),
    answer(request, context) {
      context.route = path;
      handler ??= createRequestHandler(prune(build, id), "production");
      return handler(request, context);
    },
  };
}

/** The build with one leaf and the routes around it. */
function prune(build: ServerBuild, id: string): ServerBuild {
  const pick = <From, To>(all: Record<string, From>, change: (each: NonNullable<From>) => To) =>
    Object.fromEntries(chainOf(build, id).map((key) => [key, change(all[key] as NonNullable<From>)]));
  const assets = { ...build.assets, routes: pick(build.assets.routes, (each) => each) };
  return { ...build, routes: pick(build.routes, answering503), assets };
}

type Route = NonNullable<ServerBuild["routes"][string]>;

/** A route that answers 503 where its loader or action leaves it to others that the database is not there. */
function answering503(route: Route): Route {
  const guarded = <Args, Result>(run: ((args: Args) => Result) | undefined) =>
    run &&
    (async (args: Args) => {
      try {
        return await run(args);
      } catch (error) {
        throw error instanceof DatabaseUnavailable ? unavailable() : error;
      }
    });
  const { module } = route;
  return { ...route, module: { ...module, loader: guarded(module.loader), action: guarded(module.action) } };
}
