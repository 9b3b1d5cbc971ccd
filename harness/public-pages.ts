// All pages of the site, read from the site map, so that the tests include every page added there.
import type { RouteConfigEntry } from "@remix-run/route-config";
import siteMap from "../app/routes.ts";

/** Values of path parameters on the seeded site. */
const examples: Record<string, string[]> = {
  "events/:key": ["bitcoin", "ethereum", "blockchain-basics-workshop", "nft-art-showcase"],
  "places/:key": ["co-working-space-in-kahala"],
  "resources/:guide": ["blockchain-basics", "research", "faqs"],
  "insights/:slug": [
    "keys-custody-and-common-sense",
    "reading-the-bitcoin-paper",
    "what-a-ledger-can-do-for-an-island",
  ],
};

/** Pages without content on the seeded site; the tests of links, doors, drafts and issues create and check them. */
const notSeeded =
  /:(token|code)\b|^(w|door|door\/list|newsletter|newsletter\/:slug|series\/:key|events\/:key\/(programme|agenda|speakers|call)|events\/:key\/(talks|speakers)\/:\w+)$/;

/** The admin area, pages that the built Worker lacks, and the catch-all route. */
const notForVisitors = /^(admin(\/.*)?|styleguide|\*)$/;

export interface PublicRoute {
  /** below `app/` */
  file: string;
  /** its pages on the seeded site */
  paths: string[];
}

const isPage = ({ file }: RouteConfigEntry) => file.endsWith(".tsx");

/**
 * Returns the paths that match a pattern on the seeded site.
 * @param pattern as in the site map: `events/:key`
 * @throws Error if there is no example of its parameter
 */
export function seededPaths(pattern: string): string[] {
  const parameter = /:\w+/.exec(pattern)?.[0];
  if (!parameter) return [`/${pattern}`];
  const values = examples[pattern];
  if (!values) throw new Error(`harness/public-pages.ts has no example of ${pattern}`);
  return values.map((value) => `/${pattern.replace(parameter, value)}`);
}

/** The routes of pages that visitors can reach on the seeded site, in the order of the site map. */
export const publicRoutesOf = (routes: RouteConfigEntry[]): PublicRoute[] =>
  routes
    .filter(isPage)
    .filter(({ path = "" }) => !notForVisitors.test(path) && !notSeeded.test(path))
    .map(({ file, path = "" }) => ({ file, paths: seededPaths(path) }));

export const publicRoutes = publicRoutesOf(siteMap);

/** The path of each page that visitors can reach on the seeded site. */
export const publicPages = publicRoutes.flatMap(({ paths }) => paths);

/** The page framed by the home page; it has neither a header nor a canonical URL. */
export const framedPage = "/newsletter/embed";

/** The patterns of all admin pages that require a session: `/admin/tabs/:id`. */
export const adminPatterns = siteMap
  .flatMap(({ path, children = [] }) => (path === "admin" ? children : []))
  .filter((route) => isPage(route) && route.path !== "*")
  .map(({ path }) => (path ? `/admin/${path}` : "/admin"));
