import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { SiteBuild } from "./route-table.ts";

type Loader = (args: LoaderFunctionArgs) => unknown;

interface Leaf {
  loader?: Loader;
  action?: Loader;
  handle?: object;
  default?: () => null;
  parentId?: string;
}

/** Creates a Remix server build from routes by path; routes without a default export are not pages. */
export function buildOf(leaves: Record<string, Leaf>, load = async (module: object) => module) {
  const all: Record<string, Leaf> = { root: {}, ...leaves };
  const entries = Object.entries(all).map(([id, { parentId = "root", ...module }]) => {
    const route = id === "root" ? { id, path: "" } : { id, path: id, parentId };
    const facts = { handle: module.handle ?? {}, hasAction: "action" in module, isPage: "default" in module };
    return { id, route: { ...route, load: () => load(module) }, facts };
  });
  return {
    entry: { module: { default: () => new Response("page"), handleError: () => {} } },
    routes: Object.fromEntries(entries.map(({ id, route }) => [id, route])),
    facts: Object.fromEntries(entries.map(({ id, facts }) => [id, facts])),
    assets: { routes: {}, entry: { imports: [], module: "" }, url: "" },
    future: { v3_singleFetch: true },
    publicPath: "/",
    isSpaMode: false,
  } as unknown as SiteBuild;
}
