import { navigation } from "../../app/site.ts";
import { framedPage, publicPages } from "../../harness/public-pages.ts";
import { testSettings } from "../../harness/serving/stack.ts";

interface SitePage {
  path: string;
  canonical: string;
  /** the schema.org types that the page describes */
  types: string[];
  /** whether search engines may list it; by default they may */
  indexed?: false;
  /** the entry of the navigation that is marked, and how */
  current?: { link: string; state: "page" | "true" };
}

const event = ["Event", "BreadcrumbList"];
const underEducation: SitePage["current"] = { link: "/education", state: "true" };
const underEvents: SitePage["current"] = { link: "/events", state: "true" };

/**
 * Pages that differ from most. Most have breadcrumbs, are their own canonical page, and mark the navigation entry that
 * their path is below.
 */
const special: Record<string, Partial<SitePage>> = {
  "/": { types: ["Organization", "WebSite"] },
  "/about": { types: ["Organization", "BreadcrumbList"] },
  "/events": { types: event },
  "/bitcoin-pizza-day": { types: event, canonical: "/events", current: underEvents },
  "/global-pizza-party": { types: event, current: underEvents },
  "/events/bitcoin": { types: event },
  "/events/blockchain-basics-workshop": { types: event },
  "/events/nft-art-showcase": { types: event },
  "/resources/blockchain-basics": { current: underEducation },
  "/resources/research": { current: underEducation },
  "/resources/faqs": { current: underEducation },
  "/education/liked": { types: [], indexed: false },
  "/search": { types: [], indexed: false },
  "/search?q=pizza": { types: [], indexed: false },
  "/contact": { types: ["Organization", "BreadcrumbList"] },
  "/places/co-working-space-in-kahala": { types: ["BreadcrumbList", "Place"], current: underEvents },
  "/privacy-policy": { canonical: "/privacy" },
};

export const articles = publicPages.flatMap((path) => /^\/insights\/(.+)/.exec(path)?.[1] ?? []);

/** Every page of the seeded site, and some that a query makes; except the not-found page and the one in a frame. */
export const sitePages: SitePage[] = [
  ...publicPages.filter((path) => path !== framedPage),
  "/events?event=ethereum",
  "/education?tab=media",
  "/education?sort=liked",
  "/education?q=bitcoin",
  "/search?q=pizza",
].map((path) => {
  const canonical = path.split("?")[0] ?? path;
  const types = ["BreadcrumbList", ...(canonical.startsWith("/insights/") ? ["BlogPosting"] : [])];
  return { path, canonical, types, current: markOf(canonical), ...special[path] };
});

function markOf(path: string): SitePage["current"] {
  const links: string[] = navigation.map(({ to }) => to);
  if (links.includes(path)) return { link: path, state: "page" };
  const above = links.find((link) => link !== "/" && path.startsWith(`${link}/`));
  return above === undefined ? undefined : { link: above, state: "true" };
}

export const feeds = [
  "/insights/rss.xml",
  "/insights/atom.xml",
  "/sitemap.xml",
  "/robots.txt",
  "/events.ics",
  "/events.json",
].concat("/.well-known/security.txt");

/** Values that must never leave the Worker. */
export const secrets = Object.entries(testSettings)
  .filter(([name]) => /SECRET|PASSWORD|PUBLISHABLE/.test(name))
  .map(([, value]) => value);
