import { testSettings } from "../../harness/serving/stack.ts";

interface SitePage {
  path: string;
  canonical: string;
  /** schema.org types that the page describes */
  types: string[];
  /** the entry of the navigation that is marked, and how */
  current?: { link: string; state: "page" | "true" };
}

const page = (path: string, types: string[] = ["BreadcrumbList"], rest: Partial<SitePage> = {}): SitePage => ({
  path,
  canonical: path,
  types,
  ...rest,
});
const below = (link: string): Pick<SitePage, "current"> => ({ current: { link, state: "true" } });
const own = (link: string): Pick<SitePage, "current"> => ({ current: { link, state: "page" } });

export const articles = [
  "keys-custody-and-common-sense",
  "reading-the-bitcoin-paper",
  "what-a-ledger-can-do-for-an-island",
];

/** Every page of the seeded site, but the not-found page. */
export const sitePages: SitePage[] = [
  page("/", ["Organization", "WebSite"], own("/")),
  page("/about", ["Organization", "BreadcrumbList"], own("/about")),
  page("/events", ["BreadcrumbList", "Event"], own("/events")),
  page("/events?event=ethereum", ["BreadcrumbList"], { canonical: "/events", ...own("/events") }),
  page("/bitcoin-pizza-day", ["BreadcrumbList", "Event"], { canonical: "/events", ...below("/events") }),
  page("/global-pizza-party", ["Event", "BreadcrumbList"], below("/events")),
  page("/events/bitcoin", ["Event", "BreadcrumbList"], below("/events")),
  page("/events/ethereum", ["BreadcrumbList"], below("/events")),
  page("/events/blockchain-basics-workshop", ["Event", "BreadcrumbList"], below("/events")),
  page("/events/nft-art-showcase", ["Event", "BreadcrumbList"], below("/events")),
  page("/education", ["BreadcrumbList"], own("/education")),
  page("/education?tab=media", ["BreadcrumbList"], { canonical: "/education", ...own("/education") }),
  page("/education?q=bitcoin", ["BreadcrumbList"], { canonical: "/education", ...own("/education") }),
  page("/resources/blockchain-basics", ["BreadcrumbList"], below("/education")),
  page("/resources/research", ["BreadcrumbList"], below("/education")),
  page("/resources/faqs", ["BreadcrumbList"], below("/education")),
  page("/insights", ["BreadcrumbList"], own("/insights")),
  ...articles.map((id) => page(`/insights/${id}`, ["BlogPosting", "BreadcrumbList"], below("/insights"))),
  page("/contact", ["Organization", "BreadcrumbList"], own("/contact")),
  page("/terms"),
  page("/privacy"),
  page("/privacy-policy", ["BreadcrumbList"], { canonical: "/privacy" }),
  page("/cookies"),
];

export const feeds = [
  "/insights/rss.xml",
  "/insights/atom.xml",
  "/sitemap.xml",
  "/robots.txt",
  "/events.ics",
  "/events.json",
].concat("/.well-known/security.txt");

/** What must never leave the Worker. */
export const secrets = Object.entries(testSettings)
  .filter(([name]) => /SECRET|PASSWORD|PUBLISHABLE/.test(name))
  .map(([, value]) => value);
