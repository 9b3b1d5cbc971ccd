// Every page of the site, found in the site map: a page that is added there is one that the tests look at.
import type { RouteConfigEntry } from "@remix-run/route-config";
import siteMap from "../app/routes.ts";

/** What stands for the parameter of a path on the seeded site. */
const examples: Record<string, string[]> = {
  "events/:key": ["bitcoin", "ethereum", "blockchain-basics-workshop", "nft-art-showcase"],
  "resources/:guide": ["blockchain-basics", "research", "faqs"],
  "insights/:slug": [
    "keys-custody-and-common-sense",
    "reading-the-bitcoin-paper",
    "what-a-ledger-can-do-for-an-island",
  ],
};

/** Nothing is there on the seeded site: the tests of links, doors, drafts and issues make it, and look at it. */
const notSeeded =
  /:(token|code)\b|^(w|door|door\/list|newsletter|newsletter\/:slug|series\/:key|events\/:key\/(programme|agenda|speakers|call)|events\/:key\/(talks|speakers)\/:\w+)$/;

/** The admin area, what the built Worker does not have, and what stands for everything that is no page. */
const notForVisitors = /^(admin(\/.*)?|styleguide|\*)$/;

export interface PublicRoute {
  /** below `app/` */
  file: string;
  /** its pages on the seeded site */
  paths: string[];
}

const isPage = ({ file }: RouteConfigEntry) => file.endsWith(".tsx");

/**
 * The paths that a pattern of the site map has on the seeded site.
 * @param pattern as the site map has it: `events/:key`
 * @throws where it has a parameter that nothing stands for
 */
export function seededPaths(pattern: string): string[] {
  const parameter = /:\w+/.exec(pattern)?.[0];
  if (!parameter) return [`/${pattern}`];
  const values = examples[pattern];
  if (!values) throw new Error(`harness/public-pages.ts has no example of ${pattern}`);
  return values.map((value) => `/${pattern.replace(parameter, value)}`);
}

/** The routes whose pages visitors can reach on the seeded site, in the order of the site map. */
export const publicRoutesOf = (routes: RouteConfigEntry[]): PublicRoute[] =>
  routes
    .filter(isPage)
    .filter(({ path = "" }) => !notForVisitors.test(path) && !notSeeded.test(path))
    .map(({ file, path = "" }) => ({ file, paths: seededPaths(path) }));

export const publicRoutes = publicRoutesOf(siteMap);

/** The path of each page that visitors can reach on the seeded site. */
export const publicPages = publicRoutes.flatMap(({ paths }) => paths);

/** The page in a frame of Home, which has neither header nor canonical address. */
export const framedPage = "/newsletter/embed";

/** The pattern of each page of the admin area that needs a session: `/admin/tabs/:id`. */
export const adminPatterns = siteMap
  .flatMap(({ path, children = [] }) => (path === "admin" ? children : []))
  .filter((route) => isPage(route) && route.path !== "*")
  .map(({ path }) => (path ? `/admin/${path}` : "/admin"));
