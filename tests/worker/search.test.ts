import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { Visitor } from "./client.ts";
import { findings } from "./findings.ts";
import { Page } from "./page.ts";
import { databaseTemplate, withTables } from "./tables.ts";

/** Searches a minute while these tests run. */
const most = 60;
let stack: Stack;
beforeAll(async () => {
  stack = await startStack(databaseTemplate(), { RATE_LIMITS: JSON.stringify({ SEARCH: most }) });
});
afterAll(() => stack?.stop());

let visitors = 0;
/** Requests each path as another visitor, so that none uses up the limit of another. */
function get(path: string) {
  visitors += 1;
  return new Visitor(stack.url, { address: `192.0.2.${visitors}`, keepsCookies: false }).get(path);
}
const search = async (query: string) => {
  const answer = await get(`/search${query}`);
  expect(answer.status, query).toBe(200);
  expect(await findings(answer.body)).toEqual([]);
  return new Page(answer.body);
};
const q = (text: string) => `?q=${encodeURIComponent(text)}`;

describe("a search", () => {
  test("finds the pizza parties for “pizza”, each with a sentence in which the word is marked", async () => {
    const page = await search(q("pizza"));
    expect(page.title).toMatch(/^Search: pizza · /);
    expect(page.text('main [role="status"]')).toBe("3 results for “pizza”.");
    expect(page.attributes("main li h2 a", "href")).toEqual([
      "/global-pizza-party",
      "/events/bitcoin",
      "/resources/faqs",
    ]);
    expect(page.texts("main li .hint")[0]).toBe("Past event · Thursday, May 22, 2025 · Co-working hub in Honolulu");
    for (const mark of page.texts("main mark")) expect(mark).toMatch(/^pizza$/i);
    expect(page.value("q")).toBe("pizza");
    const tabs = 'nav[aria-label="Kinds of results"] a';
    expect(page.texts(tabs)).toEqual(["All (3)", "Events (2)", "Guides (1)"]);
    expect(page.attributes(tabs, "href")).toEqual([
      "/search?q=pizza",
      "/search?q=pizza&kind=events",
      "/search?q=pizza&kind=guides",
    ]);
  });

  test("can be limited to one kind by its link; an unknown kind means all", async () => {
    const events = await search(`${q("pizza")}&kind=events`);
    expect(events.text('main [role="status"]')).toBe("2 results for “pizza” in Events.");
    expect(events.text('nav[aria-label="Kinds of results"] [aria-current]')).toBe("Events (2)");
    const none = await search(`${q("pizza")}&kind=library`);
    expect(none.text('main [role="status"]')).toBe("0 results for “pizza” in Library.");
    expect(none.text('nav[aria-label="Kinds of results"] a')).toBe("All (3)");
    expect((await search(`${q("pizza")}&kind=__proto__`)).text('main [role="status"]')).toBe("3 results for “pizza”.");
  });

  test("opens a resource of the library in a new tab, as in the library", async () => {
    const page = await search(q("Bitcoin Optech"));
    const [link] = page
      .all("main li h2 a")
      .filter((each) => each.getAttributeValue("href") === "https://bitcoinops.org/");
    expect([link?.getAttributeValue("target"), link?.getAttributeValue("rel")]).toEqual([
      "_blank",
      "noopener noreferrer",
    ]);
  });

  test.each(["Kāneʻohe", "kaneohe", "KANE'OHE"])("finds words in ʻōlelo Hawaiʻi, typed as %s", async (typed) => {
    await withTables(stack, (sql) =>
      sql(
        `insert into public.events (key, title, place, summary, is_published)
         values ('kaneohe', 'An evening by the bay', 'Kāneʻohe', 'By the sea.', true) on conflict do nothing`,
      ),
    );
    const page = await search(q(typed));
    expect(page.text('main [role="status"]')).toBe(`1 result for “${typed}”.`);
    expect(page.text("main mark")).toBe("Kāneʻohe");
    expect(page.texts("main li .hint")).toEqual(["Event · Date to be announced · Kāneʻohe"]);
  });
});

describe("pages of 20", () => {
  beforeAll(() =>
    withTables(stack, (sql) =>
      sql(
        `insert into public.education_resources (tab_key, title, description, url, is_published)
         select 'resources', 'Quokka ' || n, 'About it.', 'https://quokka.example/' || n, true from generate_series(1, 45) n`,
      ),
    ),
  );

  test.each([
    ["", 1, 20],
    ["&page=2", 21, 20],
    ["&page=3", 41, 5],
    ["&page=4", 41, 5],
    ["&page=1e9", 41, 5],
    ["&page=-1", 1, 20],
    ["&page=x", 1, 20],
  ])("for “%s” begin with number %i and have %i results", async (more, from, count) => {
    const page = await search(`${q("quokka")}${more}`);
    expect(page.text('main [role="status"]')).toBe("45 results for “quokka”.");
    expect(page.attribute("main ol", "start")).toBe(String(from));
    expect(page.all("main ol > li")).toHaveLength(count);
    expect(page.text('nav[aria-label="Pages of results"] span')).toBe(`Page ${Math.ceil(from / 20)} of 3`);
  });

  test("link to the others with the same words and kind", async () => {
    const page = await search(`${q("quokka")}&kind=library&page=2`);
    expect(page.attributes('nav[aria-label="Pages of results"] a', "href")).toEqual([
      "/search?q=quokka&kind=library",
      "/search?q=quokka&kind=library&page=3",
    ]);
  });
});

describe("a search without results", () => {
  test("shows only the field if no words were entered", async () => {
    for (const query of ["", "?q=", "?q=%20", "?q=%00", "?kind=events"]) {
      const page = await search(query);
      expect([page.all('main [role="status"]').length, page.value("q")], query).toEqual([0, ""]);
    }
  });

  test("suggests what else to do", async () => {
    const page = await search(q("xylophone"));
    expect(page.text('main [role="status"]')).toBe("0 results for “xylophone”.");
    expect(page.text("#results")).toContain("Check the spelling, or search for fewer words or the beginning of one.");
    expect(page.attributes("#results p a", "href")).toEqual(["/events", "/education", "/insights", "/contact"]);
  });

  test.each([
    "%",
    "\"'",
    "\\",
    "<script>&",
    "*:&|!()",
    "'; drop table events; --",
    "ʻ",
    "😀".repeat(300),
    "w".repeat(500),
    "[".repeat(100),
  ])("handles whatever is typed: %s", async (typed) => {
    const page = await search(q(typed));
    expect(page.text('main [role="status"]')).toMatch(/^\d+ results? for “/);
    expect(typed.startsWith(page.value("q") ?? "nothing")).toBe(true);
  });

  test("asks for a word if only marks were entered", async () => {
    expect((await search(q("%"))).text("#results")).toContain("Enter at least one word or number to search for.");
  });
});

describe("the search page", () => {
  test("is not cached or indexed, and its words stay out of the log", async () => {
    const { headers, body } = await get("/search?q=a-secret-search");
    expect([headers["cache-control"], headers["x-robots-tag"], headers.etag]).toEqual([
      "private, no-store",
      "noindex",
      undefined,
    ]);
    expect(new Page(body).attribute('meta[name="robots"]', "content")).toBe("noindex");
    expect((await get("/sitemap.xml")).body).not.toContain("/search");
    const lines = await readFile(stack.workerLog, "utf8");
    expect(lines).toContain('"route":"/search"');
    expect(lines).not.toContain("a-secret-search");
  });

  test("is linked from pages by an icon and a field in the menu, and a 404 page suggests the words of its path", async () => {
    for (const path of ["/", "/search?q=pizza"]) {
      const page = new Page((await get(path)).body);
      expect(page.attribute("header a.find", "href")).toBe("/search");
      expect(page.attribute('nav[aria-label="Menu"] form', "action")).toBe("/search");
    }
    const lost = new Page((await get("/pizza-in-hilo")).body);
    expect(lost.attribute("main form", "action")).toBe("/search");
    expect(lost.attribute("main input", "value")).toBe("pizza in hilo");
    expect(new Page((await get("/.env")).body).attribute("main input", "value") ?? "").toBe("");
  });

  test("accepts as many searches a minute from one address as are allowed, and refuses more; other addresses are not affected", async () => {
    const eager = new Visitor(stack.url, { address: "198.51.100.9", keepsCookies: false });
    const answers = [];
    for (let sent = 0; sent < most * 2 + 2; sent += 6)
      answers.push(...(await Promise.all(Array.from({ length: 6 }, () => eager.get("/search")))));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(most);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]?.headers["retry-after"]).toBe("60");
    expect(new Page(refused[0]?.body ?? "").text("h1")).toBe("Too many searches");
    expect((await get("/search")).status).toBe(200);
    expect((await eager.get("/about")).status).toBe(200);
  }, 120_000);

  test("says that it cannot search while the database is down, and keeps the words: 503", async () => {
    await stack.stopSupabase();
    try {
      const answer = await get("/search?q=pizza");
      const page = new Page(answer.body);
      expect([answer.status, answer.headers["retry-after"]]).toEqual([503, "60"]);
      expect(page.text('#results [role="alert"]')).toContain("The search is not available right now.");
      expect(page.value("q")).toBe("pizza");
      expect(await findings(answer.body)).toEqual([]);
      expect((await get("/search")).status).toBe(200);
    } finally {
      await stack.startSupabase();
    }
  }, 60_000);
});
