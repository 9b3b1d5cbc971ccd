import { XMLParser, XMLValidator } from "fast-xml-parser";
import { parseAtomFeed, parseRssFeed } from "feedsmith";
import ICAL from "ical.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { defaultSite } from "../../app/site.ts";
import { readWorkerModules } from "../../harness/building/worker-modules.ts";
import type { Answer } from "../../harness/serving/exchange.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import packageFile from "../../package.json" with { type: "json" };
import { ask, madeAnew, Visitor } from "./client.ts";
import { findings } from "./findings.ts";
import { Page } from "./page.ts";
import { articles, sitePages } from "./site-map.ts";
import { databaseTemplate } from "./tables.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack(databaseTemplate());
});
afterAll(() => stack?.stop());

const get = (path: string, headers: Record<string, string> = {}) => ask(stack.url, path, { headers });
const visitor = () => new Visitor(stack.url);

describe("every page", () => {
  test.each(sitePages)(
    "$path responds 200 as one document with one h1, one main, a language and a skip link",
    async ({ path }) => {
      const answer = await get(path);
      const page = new Page(answer.body);
      expect(answer.status).toBe(200);
      expect(answer.body.startsWith('<!DOCTYPE html><html lang="en">')).toBe(true);
      expect(page.all("h1")).toHaveLength(1);
      expect(page.text("h1")).toBeTruthy();
      expect(page.all("main")).toHaveLength(1);
      expect(page.all("main h1")).toHaveLength(1);
      const skip = page.all("a.skip");
      expect(skip.map((link) => link.getAttributeValue("href"))).toEqual(["#main"]);
      expect(page.all("body a")[0]?.getAttributeValue("href"), "the skip link is the first link").toBe("#main");
      expect(page.attribute("main", "id")).toBe("main");
      expect(page.all("header nav").length).toBeGreaterThan(0);
      expect(page.all("footer")).toHaveLength(1);
    },
  );

  test.each(sitePages)(
    "$path has a title, a description, its canonical URL and Open Graph tags that match",
    async ({ path, canonical, indexed }) => {
      const page = new Page((await get(path)).body);
      const meta = (name: string) => page.attributes(`meta[name="${name}"]`, "content");
      const property = (name: string) => page.attributes(`meta[property="${name}"]`, "content");
      expect(page.all("title")).toHaveLength(1);
      expect(page.title).toContain(defaultSite.shortName);
      const [description = ""] = meta("description");
      expect(description.length).toBeGreaterThan(30);
      expect(description.length).toBeLessThan(200);
      const url = `${stack.url}${canonical}`;
      expect(page.attributes('link[rel="canonical"]', "href")).toEqual([url]);
      expect(property("og:url")).toEqual([url]);
      expect(property("og:site_name")).toEqual([defaultSite.name]);
      expect(property("og:title")).toHaveLength(1);
      expect(page.title).toContain(property("og:title")[0]);
      expect(property("og:description")).toEqual([description]);
      expect(property("og:type")).toEqual([canonical.startsWith("/insights/") ? "article" : "website"]);
      expect(property("og:image:alt")[0]).toBeTruthy();
      const [image = ""] = property("og:image");
      expect(image.startsWith(`${stack.url}/`)).toBe(true);
      const picture = await get(new URL(image).pathname);
      expect(picture.status, image).toBe(200);
      expect(picture.headers["content-type"]).toMatch(/^image\/(png|jpeg)$/);
      expect(meta("robots")).toEqual(indexed === false ? ["noindex"] : []);
    },
  );

  test("has its own title and description", async () => {
    const own = sitePages.filter((page) => page.path === page.canonical);
    const pages = await Promise.all(own.map(async ({ path }) => new Page((await get(path)).body)));
    const titles = pages.map((page) => page.title);
    const descriptions = pages.map((page) => page.attribute('meta[name="description"]', "content"));
    expect(new Set(titles).size).toBe(own.length);
    expect(new Set(descriptions).size).toBe(own.length);
  });

  test.each(sitePages)("$path has structured data of the types $types", async ({ path, types }) => {
    const { structured } = new Page((await get(path)).body);
    expect(structured.map((thing) => thing["@type"]).sort()).toEqual([...types].sort());
    for (const thing of structured) {
      expect(thing["@context"]).toBe("https://schema.org");
      for (const url of urlsIn(thing))
        expect.soft(url.startsWith(stack.url) || url.startsWith("https://"), url).toBe(true);
      expect.soft(missing(thing)).toEqual([]);
    }
  });

  test.each(sitePages)("$path marks its entry in both navigations", async ({ path, current }) => {
    const page = new Page((await get(path)).body);
    for (const name of ["Main", "Menu"]) {
      const marked = page
        .all(`nav[aria-label="${name}"] a`)
        .filter((link) => link.getAttributeValue("aria-current") !== null)
        .map((link) => ({ link: link.getAttributeValue("href"), state: link.getAttributeValue("aria-current") }));
      expect(marked).toEqual(current ? [current] : []);
    }
  });

  test("has the navigation and footer links of the specification, in its order", async () => {
    const page = new Page((await get("/about")).body);
    const links = (label: string) => page.attributes(`nav[aria-label="${label}"] a`, "href");
    const navigation = ["/", "/about", "/events", "/education", "/insights", "/contact"];
    expect(links("Main").slice(0, 6)).toEqual(navigation);
    expect(links("Menu").slice(0, 6)).toEqual(navigation);
    expect(page.texts('nav[aria-label="Main"] a').slice(0, 6)).toEqual([
      "Home",
      "About",
      "Events",
      "Education",
      "Insights",
      "Contact",
    ]);
    expect(links("Quick Links")).toEqual(["/", "/about", "/education", "/insights", "/contact"]);
    expect(links("Resources")).toEqual([
      "/resources/blockchain-basics",
      "/resources/events",
      "/resources/research",
      "/resources/faqs",
      "/privacy-policy",
    ]);
    const social = ["LinkedIn", "Telegram", "Meetup", "Instagram", "X/Twitter", "Discord", "Facebook"];
    expect(page.texts('nav[aria-label="Social"] a')).toEqual(social.map((name) => `${name} (opens in a new tab)`));
    expect(page.attributes("footer a", "href").slice(-3)).toEqual(["/terms", "/privacy", "/cookies"]);
    expect(page.text("footer")).toMatch(new RegExp(`© \\d{4} ${defaultSite.name}\\. All rights reserved\\.`));
  });

  test("in the newsletter's frame has one h1, one main, no navigation, and is noindex", async () => {
    const page = new Page((await get("/newsletter/embed")).body);
    expect([page.all("h1").length, page.all("main").length, page.all("nav").length]).toEqual([1, 1, 0]);
    expect(page.attributes('meta[name="robots"]', "content")).toEqual(["noindex"]);
  });

  test("for a path that does not exist has one h1, one main, a title, and is noindex", async () => {
    const page = new Page((await get("/nothing-here")).body);
    expect([page.all("h1").length, page.all("main").length]).toEqual([1, 1]);
    expect(page.title).toBe(`Page not found · ${defaultSite.shortName}`);
    expect(page.attributes('meta[name="robots"]', "content")).toEqual(["noindex"]);
    expect(page.all('link[rel="canonical"]')).toHaveLength(0);
  });
});

describe("the styleguide", () => {
  test("is not part of the built Worker", async () => {
    expect((await get("/styleguide")).status).toBe(404);
    const bundle = readWorkerModules()
      .map(({ code }) => code)
      .join("\n");
    expect(bundle).toContain("The star compass of Hawaiian wayfinders");
    expect(bundle).not.toMatch(/styleguide/i);
  });
});

describe("html-validate finds nothing", () => {
  test.each([...sitePages.map((page) => page.path), "/newsletter/embed", "/nothing-here"])("on %s", async (path) => {
    expect(await findings((await get(path)).body)).toEqual([]);
  });

  test.each([
    ["the errors of a waitlist", "/events", {}],
    ["the errors of the pizza party", "/global-pizza-party", {}],
    ["the errors of an event", "/events/nft-art-showcase", { name: "K", email: "k" }],
    ["the errors of the newsletter", "/insights", {}],
    ["the errors in the frame", "/newsletter/embed", { email: "k" }],
    ["the errors of contact", "/contact", { name: '"><b>', email: "k", message: "</textarea><script>" }],
    ["a like that failed", "/education", { resource: "none", intent: "like" }],
    ["a joined waitlist", "/events", { name: "Kaleo", email: "valid@example.org", event: "ethereum" }],
    ["the thanks of the pizza party", "/global-pizza-party", { name: "Kaleo", email: "valid@example.org" }],
    ["a subscription", "/insights", { email: "valid@example.org" }],
    ["a subscription in the frame", "/newsletter/embed", { email: "valid2@example.org" }],
    ["a receipt", "/contact", { name: "Kaleo", email: "valid@example.org", message: "A & B <c>" }],
    ["a like", "/education", { resource: "00000000-0000-4000-8000-000000000105", intent: "like", tab: "resources" }],
  ] as const)("on a page with %s", async (_, path, fields) => {
    expect(await findings((await visitor().postAndFollow(path, { ...fields })).body)).toEqual([]);
  });

  test.each([
    ["405", "/about", "PUT", {}],
    ["403", "/contact", "POST", { "Sec-Fetch-Site": "cross-site" }],
    ["415", "/contact", "POST", { "Content-Type": "text/plain" }],
  ] as const)("on a %s page", async (_, path, method, headers) => {
    expect(await findings((await visitor().send(path, { method, headers: { ...headers } })).body)).toEqual([]);
  });
});

describe("links", () => {
  const external = new Set<string>();
  const found = new Map<string, Answer>();
  const wanted: { from: string; to: string }[] = [];

  beforeAll(async () => {
    const queue = ["/", "/newsletter/embed", "/nothing-here"];
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      if (found.has(path)) continue;
      const answer = await get(path);
      found.set(path, answer);
      const isPage = String(answer.headers["content-type"]).startsWith("text/html");
      const here = new URL(path, stack.url);
      if (answer.headers.location) addLink(here, answer.headers.location);
      for (const target of isPage ? linksOf(new Page(answer.body)) : []) addLink(here, target);
    }
    function addLink(from: URL, target: string): void {
      const url = new URL(target, from);
      if (["mailto:", "data:", "webcal:"].includes(url.protocol)) return;
      if (url.origin !== stack.url) return void external.add(target);
      wanted.push({ from: from.pathname + from.search, to: target });
      queue.push(url.pathname + url.search);
    }
  });

  test("lead from the first page to all others", () => {
    const orphans = [
      "/bitcoin-pizza-day",
      "/events/bitcoin",
      "/events/ethereum",
      "/education?q=bitcoin",
      "/education?sort=liked",
      "/search?q=pizza",
      // Linked from the page of a person who has a credential.
      "/verify",
    ];
    const reached = [...found.keys()];
    for (const { path } of sitePages) if (!orphans.includes(path)) expect.soft(reached).toContain(path);
  });

  test("to internal pages and files respond 200, directly or after one redirect", () => {
    for (const { from, to } of wanted) {
      const url = new URL(to, new URL(from, stack.url));
      const answer = found.get(url.pathname + url.search);
      const expected = url.pathname === "/nothing-here" ? 404 : 200;
      const location = answer?.headers.location;
      const final = location ? found.get(new URL(location, url).pathname) : answer;
      expect.soft({ from, to, status: final?.status }).toEqual({ from, to, status: expected });
    }
    expect(wanted.length).toBeGreaterThan(500);
  });

  test("with a fragment name an element of the page that they lead to", () => {
    const ids = new Map<string, Set<string>>();
    for (const [path, answer] of found) {
      const type = String(answer.headers["content-type"]);
      if (type.startsWith("text/html")) ids.set(path, new Set(new Page(answer.body).ids));
      if (type.startsWith("image/svg"))
        ids.set(path, new Set([...answer.body.matchAll(/\sid="([^"]+)"/g)].map(([, id = ""]) => id)));
    }
    let fragments = 0;
    for (const { from, to } of wanted) {
      const url = new URL(to, new URL(from, stack.url));
      if (!url.hash) continue;
      fragments += 1;
      const has = ids.get(url.pathname + url.search)?.has(decodeURIComponent(url.hash.slice(1)));
      expect.soft({ from, to, has }).toEqual({ from, to, has: true });
    }
    expect(fragments).toBeGreaterThan(100);
  });

  test("are never empty or “#”", () => {
    for (const [path, answer] of found) {
      if (!String(answer.headers["content-type"]).startsWith("text/html")) continue;
      const page = new Page(answer.body);
      const dead = page
        .attributes("a", "href")
        .filter((href) => href === "" || href === "#" || /^javascript:/i.test(href));
      expect.soft({ path, dead }).toEqual({ path, dead: [] });
      expect
        .soft({ path, bare: page.all("a").filter((link) => !link.getAttributeValue("href")).length })
        .toEqual({ path, bare: 0 });
    }
  });

  test("to other sites are valid https URLs, and open new tabs without an opener", () => {
    expect(external.size).toBeGreaterThan(30);
    for (const target of external) {
      expect.soft(URL.canParse(target), target).toBe(true);
      expect.soft(new URL(target).protocol, target).toBe("https:");
    }
    for (const [path, answer] of found) {
      if (!String(answer.headers["content-type"]).startsWith("text/html")) continue;
      const leaving = new Page(answer.body).all("a").filter((link) => {
        const href = link.getAttributeValue("href") ?? "";
        return /^https?:/.test(href) && new URL(href).origin !== stack.url;
      });
      for (const link of leaving.filter((each) => each.getAttributeValue("target") === "_blank"))
        expect.soft({ path, rel: link.getAttributeValue("rel") }).toEqual({ path, rel: "noopener noreferrer" });
    }
  });

  test("lead to pages whose pictures all have alternative text and a size", () => {
    for (const [path, answer] of found) {
      if (!String(answer.headers["content-type"]).startsWith("text/html")) continue;
      for (const picture of new Page(answer.body).all("img")) {
        const [alt, width, height] = ["alt", "width", "height"].map((name) => picture.getAttributeValue(name));
        expect.soft({ path, alt: alt !== null, sized: Number(width) > 0 && Number(height) > 0 }).toEqual({
          path,
          alt: true,
          sized: true,
        });
      }
    }
  });
});

describe("feeds", () => {
  /** An article keeps its id when its URL changes. */
  const articleUrn = /^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

  test("RSS parses, and each item leads to an article with the same title", async () => {
    const answer = await get("/insights/rss.xml");
    expect(answer.headers["content-type"]).toBe("application/rss+xml; charset=utf-8");
    expect(XMLValidator.validate(answer.body)).toBe(true);
    const feed = parseRssFeed(answer.body);
    expect(feed.title).toBe(`${defaultSite.name}: insights`);
    expect(feed.link).toBe(`${stack.url}/insights`);
    expect(feed.description).toBeTruthy();
    expect(feed.items).toHaveLength(3);
    for (const item of feed.items ?? []) {
      expect.soft(Number.isNaN(Date.parse(String(item.pubDate)))).toBe(false);
      expect.soft(item.guid).toMatchObject({ value: expect.stringMatching(articleUrn), isPermaLink: false });
      expect.soft(item.description).toBeTruthy();
      expect.soft(new Page((await get(new URL(item.link ?? "").pathname)).body).text("h1")).toBe(item.title);
    }
    expect(datesFall(feed.items?.map((item) => String(item.pubDate)))).toBe(true);
  });

  test("Atom parses, and each entry leads to an article with the same title", async () => {
    const answer = await get("/insights/atom.xml");
    expect(answer.headers["content-type"]).toBe("application/atom+xml; charset=utf-8");
    expect(XMLValidator.validate(answer.body)).toBe(true);
    const feed = parseAtomFeed(answer.body);
    expect(feed.id).toBe(`${stack.url}/insights`);
    expect(feed.title?.value).toBe(`${defaultSite.name}: insights`);
    expect(feed.updated).toBeTruthy();
    expect(feed.authors?.[0]?.name).toBe(defaultSite.name);
    expect(feed.links?.find((link) => link.rel === "self")?.href).toBe(`${stack.url}/insights/atom.xml`);
    const ids = feed.entries?.map((item) => item.id) ?? [];
    expect(new Set(ids).size).toBe(articles.length);
    for (const id of ids) expect.soft(id).toMatch(articleUrn);
    const rss = parseRssFeed((await get("/insights/rss.xml")).body);
    expect(rss.items?.map(({ guid }) => guid?.value)).toEqual(ids);
    for (const item of feed.entries ?? []) {
      expect.soft(item.updated).toBeTruthy();
      expect.soft(item.summary).toBeTruthy();
      const link = item.links?.find((each) => each.rel === "alternate")?.href ?? "";
      expect.soft(new Page((await get(new URL(link).pathname)).body).text("h1")).toBe(item.title?.value);
    }
    expect(datesFall(feed.entries?.map((item) => String(item.published)))).toBe(true);
  });

  test("are announced by pages", async () => {
    const page = new Page((await get("/")).body);
    expect(page.attributes('link[rel="alternate"]', "href")).toEqual(["/insights/rss.xml", "/insights/atom.xml"]);
  });

  test("the sitemap is valid, and lists every indexable canonical page once and no other", async () => {
    const answer = await get("/sitemap.xml");
    expect(answer.headers["content-type"]).toBe("application/xml; charset=utf-8");
    expect(XMLValidator.validate(answer.body)).toBe(true);
    const { urlset } = new XMLParser({ ignoreAttributes: false }).parse(answer.body);
    expect(urlset["@_xmlns"]).toBe("http://www.sitemaps.org/schemas/sitemap/0.9");
    const entries = urlset.url as { loc: string; lastmod?: string }[];
    const canonical = new Set(
      sitePages.filter(({ indexed }) => indexed !== false).map((page) => `${stack.url}${page.canonical}`),
    );
    expect(entries.map((entry) => entry.loc).sort()).toEqual([...canonical].sort());
    for (const { loc, lastmod } of entries) {
      const page = new Page((await get(new URL(loc).pathname)).body);
      expect.soft(page.attribute('link[rel="canonical"]', "href")).toBe(loc);
      if (lastmod) expect.soft(lastmod).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    }
  });

  test("robots.txt keeps robots out of /admin and names the sitemap", async () => {
    const answer = await get("/robots.txt");
    expect(answer.headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(answer.body).toBe(`User-agent: *\nDisallow: /admin\n\nSitemap: ${stack.url}/sitemap.xml\n`);
  });
});

describe("calendars", () => {
  const eventsOf = (text: string) =>
    new ICAL.Component(ICAL.parse(text)).getAllSubcomponents("vevent").map((part) => new ICAL.Event(part));

  test("/events/bitcoin.ics has the event with UTC times, its location and a link to its page", async () => {
    const answer = await get("/events/bitcoin.ics");
    expect(answer.headers["content-type"]).toBe("text/calendar; charset=utf-8");
    expect(answer.headers["content-disposition"]).toBe('attachment; filename="bitcoin.ics"');
    const [event, ...others] = eventsOf(answer.body);
    expect(others).toHaveLength(0);
    expect(event?.summary).toBe("Bitcoin Pizza Day 2025");
    expect(event?.startDate.toICALString()).toBe("20250523T040000Z");
    expect(event?.endDate.toICALString()).toBe("20250523T060000Z");
    expect(event?.location).toBe("Co-working space in Kahala, Honolulu");
    expect(String(event?.component.getFirstPropertyValue("url"))).toBe(`${stack.url}/events/bitcoin`);
    expect(event?.component.getFirstPropertyValue("status")).toBe("CONFIRMED");
    expect(event?.component.getFirstPropertyValue("dtstamp")).toBeTruthy();
  });

  test("have lines of at most 75 octets that end with CRLF", async () => {
    const { body } = await get("/events.ics");
    expect(body.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    for (const line of body.split("\r\n")) expect.soft(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  });

  test("/events.ics has every event with an exact time, with UIDs that do not change", async () => {
    const [first, second] = [(await get("/events.ics")).body, (await get("/events.ics")).body];
    const titles = eventsOf(first).map((event) => event.summary);
    expect(titles.sort()).toEqual([
      "5th Annual Global Pizza Party 2025",
      "Bitcoin Pizza Day 2025",
      "Blockchain Basics Workshop",
      "NFT Art & Collectibles Showcase",
    ]);
    const uids = eventsOf(first).map((event) => event.uid);
    expect(new Set(uids).size).toBe(4);
    expect(eventsOf(second).map((event) => event.uid)).toEqual(uids);
    const [alone] = eventsOf((await get("/events/bitcoin.ics")).body);
    expect(uids).toContain(alone?.uid);
  });

  test("/events.json says the same of each event with a known day as its page", async () => {
    const answer = await get("/events.json");
    expect(answer.headers["content-type"]).toBe("application/json");
    const { "@context": context, "@graph": graph } = JSON.parse(answer.body);
    expect(context).toBe("https://schema.org");
    expect(graph.length).toBeGreaterThanOrEqual(4);
    for (const { url, ...event } of graph) {
      const { pathname } = new URL(url);
      const scripts = new Page((await get(pathname)).body).texts('script[type="application/ld+json"]');
      const onPage = scripts.map((text) => JSON.parse(text)).find((thing) => thing["@type"] === "Event");
      expect(onPage).toMatchObject({ ...event, url });
    }
  });

  test("an event without an exact time has no calendar file and no calendar link", async () => {
    expect((await get("/events/ethereum.ics")).status).toBe(404);
    expect((await get("/events/ethereum")).body).not.toMatch(/\.ics"|calendar\.google/);
  });
});

describe("when the database is down", () => {
  beforeAll(() => stack.stopSupabase());

  test("/healthz responds 200 with “ok” and the version, and is not cacheable", async () => {
    const answer = await get("/healthz");
    const body = `ok\nversion ${packageFile.version}\n`;
    expect([answer.status, answer.body, answer.headers["cache-control"]]).toEqual([200, body, "no-store"]);
  });

  test.each([
    "/",
    "/about",
    "/insights",
    "/insights/reading-the-bitcoin-paper",
    "/insights/rss.xml",
    "/insights/atom.xml",
    "/contact",
    "/terms",
    "/privacy",
    "/cookies",
    "/resources/faqs",
    "/newsletter/embed",
    "/robots.txt",
    "/favicon.svg",
  ])("%s responds 200", async (path) => {
    expect((await get(path)).status).toBe(200);
  });

  test.each(["/events", "/events/bitcoin", "/global-pizza-party", "/bitcoin-pizza-day", "/contact"])(
    "%s responds 200 with its last good copy, and says so",
    async (path) => {
      const answer = await get(path, madeAnew);
      expect(answer.status).toBe(200);
      expect(new Page(answer.body).text("main .notice")).toContain("We can’t reach our records right now.");
      expect(await findings(answer.body)).toEqual([]);
    },
  );

  test("an event that no one has read gets 503 with Retry-After, in words, with the rest of the page", async () => {
    const answer = await get("/events/read-by-nobody", madeAnew);
    expect([answer.status, answer.headers["retry-after"]]).toEqual([503, "60"]);
    const page = new Page(answer.body);
    expect(page.text("main")).toContain("cannot be shown right now");
    expect(page.all('nav[aria-label="Main"] a').length).toBeGreaterThan(5);
    expect(await findings(answer.body)).toEqual([]);
  });

  test("/education responds 200 with the last good library, and says so", async () => {
    const answer = await get("/education", madeAnew);
    expect(answer.status).toBe(200);
    expect(new Page(answer.body).text("#library .notice")).toContain("This is the library as it was at");
    expect(await findings(answer.body)).toEqual([]);
  });

  test.each(["/sitemap.xml", "/events.ics", "/events/bitcoin.ics"])(
    "%s responds 200 with an Age header",
    async (path) => {
      const { status, headers } = await get(path, madeAnew);
      expect([status, headers["cache-control"], Number(headers.age) < 600]).toEqual([200, "private, no-store", true]);
    },
  );

  test("a calendar that no one has read gets 503 with Retry-After", async () => {
    const answer = await get("/events/read-by-nobody.ics", madeAnew);
    expect([answer.status, answer.headers["retry-after"], answer.body]).toEqual([503, "60", "Unavailable"]);
  });
});

/** Every URL that a page names: links, pictures, scripts, frames, symbols, forms. */
function linksOf(page: Page): string[] {
  const sets = page
    .attributes("[srcset]", "srcset")
    .flatMap((set) => set.split(",").map((part) => part.trim().split(" ")[0] ?? ""));
  const links = page
    .all("link")
    .filter((link) => link.getAttributeValue("rel") !== "canonical")
    .map((link) => link.getAttributeValue("href") ?? "");
  return [
    ...page.attributes("a", "href"),
    ...links,
    ...page.attributes("[src]", "src"),
    // html-validate's document omits what is inside an svg element.
    ...[...page.html.matchAll(/<use href="([^"]+)"/g)].map(([, address = ""]) => address),
    ...page.attributes("form", "action"),
    ...page.attributes("[data-particles]", "data-particles"),
    ...sets,
  ].filter((address) => address !== "" && address !== "#");
}

/** Every absolute URL in a piece of structured data, at any depth, except those of schema.org. */
function urlsIn(value: unknown): string[] {
  if (typeof value === "string")
    return /^https?:/.test(value) && !value.startsWith("https://schema.org") ? [value] : [];
  return value && typeof value === "object" ? Object.values(value).flatMap(urlsIn) : [];
}

/** The properties that readers of schema.org require and that a thing lacks. */
function missing(thing: Record<string, unknown>): string[] {
  const asked: Record<string, string[]> = {
    Organization: ["name", "url", "logo", "description", "sameAs"],
    WebSite: ["name", "url"],
    Event: ["name", "startDate", "location", "eventStatus", "eventAttendanceMode", "organizer", "url", "description"],
    BlogPosting: ["headline", "datePublished", "author", "publisher", "image", "mainEntityOfPage"],
    BreadcrumbList: ["itemListElement"],
  };
  return (asked[String(thing["@type"])] ?? ["a type that is known"]).filter((property) => !thing[property]);
}

/** Whether a list of dates runs from the newest to the oldest. */
function datesFall(dates: string[] = []): boolean {
  const times = dates.map((date) => Date.parse(date));
  return times.length > 1 && times.every((time, index) => index === 0 || time <= (times[index - 1] ?? 0));
}
