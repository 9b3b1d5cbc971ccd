import { pathToFileURL } from "node:url";
import type { SiteBuild } from "../../app/front-door/route-table.ts";
import type { RouteHandle } from "../../app/platform/request/route-handle.ts";
import { seededPaths } from "../../harness/public-pages.ts";

export interface BuiltRoute {
  id: string;
  path?: string;
  parentId?: string;
  index?: boolean;
  module: { handle?: RouteHandle; action?: unknown; loader?: unknown; default?: unknown };
}

/** Returns the routes of the built site by id, with their modules. */
export async function builtRoutes(): Promise<Record<string, BuiltRoute>> {
  const build: SiteBuild = await import(pathToFileURL("build/server/index.js").href);
  const routes: Record<string, BuiltRoute> = {};
  // one after the other: to vitest, imports that overlap look circular
  for (const { load, ...route } of Object.values(build.routes))
    routes[route.id] = { ...route, module: (await load()) as BuiltRoute["module"] };
  return routes;
}

/** Returns one path for each route of the seeded site whose page is cached for everyone, as its `handle` says. */
export async function keptPaths(): Promise<string[]> {
  const kept = Object.values(await builtRoutes()).filter(({ module }) => module.handle?.cache);
  const patterns = kept.map(({ path = "" }) => path).filter((pattern) => !notSeeded.includes(pattern));
  return patterns.flatMap((pattern) => seededPaths(pattern).slice(0, 1));
}

/**
 * Routes without seeded content (no issue is sent, there is no series and no program), and a file beside a page whose
 * path has the same parameter.
 */
const notSeeded = [
  ...["newsletter/:slug", "events/:key.ics", "series/:key", "series/:key.ics", "credentials/status/:list"],
  ...["events/:key/call", "events/:key/schedule.xml", "events/:key/schedule.json"],
  ...["events/:key/programme", "events/:key/talks/:talk", "events/:key/speakers", "events/:key/speakers/:speaker"],
];
