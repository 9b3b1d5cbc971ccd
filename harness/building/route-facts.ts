import { isDeepStrictEqual } from "node:util";
import type { RouteFacts, SiteBuild } from "../../app/front-door/route-table.ts";

/**
 * Reads what must be known of each route before its module is loaded, by loading all of them.
 * @throws Error for a handle that is not plain data, which the Worker's entry could not contain
 */
export async function factsOf(routes: SiteBuild["routes"]): Promise<SiteBuild["facts"]> {
  const facts: SiteBuild["facts"] = {};
  // one after the other: to Vite's development server, imports that overlap look circular
  for (const { id, load } of Object.values(routes)) {
    const { handle, action, default: component } = await load();
    if (handle !== undefined && !isDeepStrictEqual(handle, JSON.parse(JSON.stringify(handle))))
      throw new Error(`The handle of ${id} is not plain data.`);
    facts[id] = {
      ...(handle ? { handle: handle as RouteFacts["handle"] } : {}),
      ...(action ? { hasAction: true } : {}),
      ...(component ? { isPage: true } : {}),
    };
  }
  return facts;
}
