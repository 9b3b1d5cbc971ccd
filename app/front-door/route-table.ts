import { type AppLoadContext, createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { matchRoutes } from "@remix-run/react";
import { DatabaseUnavailable } from "../platform/database/unavailable.ts";
import { unavailable } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { tokenShape } from "../platform/text/link-token.ts";
import { canonicalPath, formLimit, type GuardedRoute } from "./guard.ts";
import { formsLimit } from "./limits.ts";

/** Whether a path is in the admin area, in any spelling and whether or not the page exists. */
export const isAdminArea = (pathname: string) => /^\/admin(\/|$|\.)/.test(canonicalPath(pathname));

/** What is known about a route before its module is loaded: the build writes it down (harness/building/route-facts.ts). */
export interface RouteFacts {
  handle?: RouteHandle;
  /** whether a form may be sent to it */
  hasAction?: boolean;
  /** renders a page, which itself tells the visitor when a link is incomplete */
  isPage?: boolean;
}

type BuiltRoute = NonNullable<ServerBuild["routes"][string]>;

/** Remix's server build, whose modules of routes are loaded when they are first needed. */
export interface SiteBuild extends Omit<ServerBuild, "routes"> {
  routes: Record<string, Omit<BuiltRoute, "module"> & { load(): Promise<BuiltRoute["module"]> }>;
  facts: Record<string, RouteFacts>;
}

/** A route of the site map without child routes. */
export interface Leaf extends Required<RouteFacts> {
  /** whether a path that leads to it has a well-formed token where the site map requires one */
  takes(pathname: string): boolean;
  /** Runs Remix for this route and its ancestors, whose modules are loaded by the first request. */
  answer(request: Request, context: AppLoadContext): Promise<Response>;
}

/** The number of parameterized paths whose route is remembered; limited, since anyone can request any path. */
const mostRemembered = 200;

/** Finds routes by path. Remix itself would rank and compile all routes several times for each request. */
export function createRouteTable(build: SiteBuild) {
  const { routes } = build;
  const parents = new Set(Object.values(routes).map((route) => route?.parentId));
  const leaves = Object.keys(routes)
    .filter((id) => !parents.has(id))
    .map((id) => ({ id, path: pathOf(build, id) }));
  // Paths without parameters outrank all others, so nothing has to be matched for them.
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

  /** The catch-all route of the site, which only says that there is no such page. */
  const splat = leafOf(otherPaths.find(({ path }) => path === "/*")?.id ?? "root");

  /** All catch-all routes, which only say that there is no such page. */
  const noPages = new Set([splat, ...otherPaths.filter(({ path }) => path.endsWith("/*")).map(({ id }) => leafOf(id))]);

  /** Returns the leaf that Remix would choose, or the splat route if there is none or a file's token is malformed. */
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

  /** Returns what the guard needs to know about a path; null if it has no route or its token is malformed. */
  function guarded(pathname: string): GuardedRoute | null {
    const leaf = find(pathname);
    if (noPages.has(leaf) || !leaf.takes(pathname)) return null;
    const { bodyLimit = formLimit, rateLimit = formsLimit } = leaf.handle;
    const { carriesForm = false, signedJson = false, oneClick = false, readLimit } = leaf.handle;
    return { hasAction: leaf.hasAction, bodyLimit, carriesForm, rateLimit, readLimit, signedJson, oneClick };
  }

  return { find, splat, guarded };
}

function chainOf({ routes }: SiteBuild, id: string): string[] {
  const chain = [id];
  for (let parent = routes[id]?.parentId; parent; parent = routes[parent]?.parentId) chain.unshift(parent);
  return chain;
}

const pathOf = (build: SiteBuild, id: string) =>
  `/${chainOf(build, id)
    .flatMap((each) => build.routes[each]?.path || [])
    .join("/")}`;

function createLeaf(build: SiteBuild, id: string): Leaf {
  const path = pathOf(build, id);
  const { handle = {}, hasAction = false, isPage = false } = build.facts[id] ?? {};
  const shape = path.includes(":token")
    ? new RegExp(`^${path.replace(".", "\\.").replace(":token", tokenShape)}$`)
    : null;
  let handler: Leaf["answer"] | undefined;
  return {
    handle,
    hasAction,
    isPage,
    takes: (pathname) => shape?.test(pathname) ?? true,
    async answer(request, context) {
      context.route = path;
      // Not kept as a promise: a module that failed to load is loaded again by the next request.
      handler ??= createRequestHandler(await loadBranch(build, id), "production");
      return handler(request, context);
    },
  };
}

/** Loads the modules of one leaf and its ancestors. @returns the build reduced to these routes */
async function loadBranch(build: SiteBuild, id: string): Promise<ServerBuild> {
  const loaded = chainOf(build, id).map(async (key) => {
    const { load, ...route } = build.routes[key] as SiteBuild["routes"][string];
    const module = await load();
    return { server: answering503({ ...route, module }), asset: assetOf(route, module) };
  });
  const routes = await Promise.all(loaded);
  return {
    ...build,
    routes: Object.fromEntries(routes.map(({ server }) => [server.id, server])),
    assets: { ...build.assets, routes: Object.fromEntries(routes.map(({ asset }) => [asset.id, asset])) },
  };
}

/** What Remix's manifest says of a route, whose scripts the browser never loads. */
const assetOf = (route: Omit<BuiltRoute, "module">, module: BuiltRoute["module"]) => ({
  ...route,
  hasLoader: Boolean(module.loader),
  hasAction: Boolean(module.action),
  hasClientLoader: false,
  hasClientAction: false,
  hasErrorBoundary: Boolean(module.ErrorBoundary),
  module: "",
});

/** Wraps a route so that it responds with 503 if its loader or action does not handle `DatabaseUnavailable`. */
function answering503(route: BuiltRoute): BuiltRoute {
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
