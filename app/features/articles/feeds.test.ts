import fc from "fast-check";
import { XMLValidator } from "fast-xml-parser";
import { parseAtomFeed, parseRssFeed } from "feedsmith";
import { describe, expect, it } from "vitest";
import { escapeXml } from "../../platform/text/xml.ts";
import { defaultSite } from "../../site.ts";
import type { FeedArticle } from "./article.ts";
import { atomFeed, rssFeed } from "./feeds.ts";

const origin = "https://hawaii.example.org";
const now = new Date("2026-11-27T12:00:00Z");
const publisher = { origin, site: defaultSite, now };
const article: FeedArticle = {
  id: "0b6f3a52-5f0c-4d4e-9a51-1f8f0f6a2c11",
  slug: "keys",
  title: "Keys",
  excerpt: "Who can move the money?",
  date: "2026-06-20",
  category: "Security",
  author: null,
  picture_path: "/Images/keys.svg",
  picture_alt: "A key",
  picture_focus: null,
  words: 950,
  change_note: null,
  changed_at: null,
};
const articles = [
  { ...article, id: "7c1d2e7e-6a0b-4a8e-8f55-7a2f1c9b0d22", slug: "ledgers", title: "Ledgers", date: "2026-09-12" },
  article,
];
const corrected = { ...article, change_note: "A figure was wrong.", changed_at: "2026-10-01T08:00:00+00:00" };
const spiteful = `</title><script>alert("x")</script> & 'quotes' ]]> &amp; <!-- ʻō 🌺`;

it("an article whose day is still to come in Honolulu is in no feed", () => {
  const early = { ...article, slug: "early", date: "2026-11-28" };
  for (const feed of [rssFeed, atomFeed]) {
    expect(feed([early, article], publisher)).not.toContain("/early");
    expect(feed([early, article], publisher)).toContain("/keys");
    expect(feed([early], { ...publisher, now: new Date("2026-11-28T09:59:00Z") })).not.toContain("/early");
    expect(feed([early], { ...publisher, now: new Date("2026-11-28T10:00:00Z") })).toContain("/early");
  }
});

describe("the RSS feed", () => {
  it("gives a real RSS parser the site and each article in order", () => {
    const feed = parseRssFeed(rssFeed(articles, publisher));
    expect(feed.title).toBe(`${defaultSite.name}: insights`);
    expect(feed.link).toBe(`${origin}/insights`);
    expect(feed.language).toBe("en-us");
    expect(feed.atom?.links?.[0]).toMatchObject({ href: `${origin}/insights/rss.xml`, rel: "self" });
    expect(feed.items?.map(({ title, link, description }) => ({ title, link, description }))).toEqual(
      articles.map(({ slug, title, excerpt }) => ({ title, link: `${origin}/insights/${slug}`, description: excerpt })),
    );
  });

  it("identifies each article independently of its address, with its category and the start of its day in Honolulu", () => {
    const [item] = parseRssFeed(rssFeed([article], publisher)).items ?? [];
    expect(item?.guid).toMatchObject({ value: `urn:uuid:${article.id}`, isPermaLink: false });
    expect(item?.categories?.map((category) => category.name)).toEqual(["Security"]);
    expect(new Date(item?.pubDate ?? "").toISOString()).toBe("2026-06-20T10:00:00.000Z");
    expect(item?.pubDate).toBe("Sat, 20 Jun 2026 10:00:00 GMT");
  });

  it("escapes the title and the description of an article", () => {
    const [item] = parseRssFeed(rssFeed([{ ...article, title: spiteful, excerpt: spiteful }], publisher)).items ?? [];
    expect(item?.title).toBe(spiteful);
    // Feed readers parse a description as HTML.
    expect(item?.description).toBe(escapeXml(spiteful));
  });

  it("says what changed and when, keeps the date, and omits a missing category", () => {
    const [item, other] = parseRssFeed(rssFeed([corrected, { ...article, category: null }], publisher)).items ?? [];
    expect(item?.description).toBe("Who can move the money? (Updated on September 30, 2026: A figure was wrong.)");
    expect(item?.pubDate).toBe("Sat, 20 Jun 2026 10:00:00 GMT");
    expect(other?.categories).toBeUndefined();
  });

  it("is valid even without articles", () => {
    expect(parseRssFeed(rssFeed([], publisher)).items ?? []).toEqual([]);
    expect(XMLValidator.validate(rssFeed([], publisher))).toBe(true);
  });
});

describe("the Atom feed", () => {
  it("gives a real Atom parser the site and each article in order", () => {
    const feed = parseAtomFeed(atomFeed(articles, publisher));
    expect(feed.id).toBe(`${origin}/insights`);
    expect(feed.title?.value).toBe(`${defaultSite.name}: insights`);
    expect(feed.authors?.map((author) => author.name)).toEqual([defaultSite.name]);
    expect(feed.links).toEqual(
      expect.arrayContaining([expect.objectContaining({ rel: "self", href: `${origin}/insights/atom.xml` })]),
    );
    expect(
      feed.entries?.map(({ id, title, summary }) => ({ id, title: title?.value, summary: summary?.value })),
    ).toEqual(articles.map(({ id, title, excerpt }) => ({ id: `urn:uuid:${id}`, title, summary: excerpt })));
  });

  it("keeps an article's id when its address changes (RFC 4287, 4.2.6)", () => {
    const ids = [article, { ...article, slug: "all-keys" }].map((each) => [
      parseAtomFeed(atomFeed([each], publisher)).entries?.[0]?.id,
      parseRssFeed(rssFeed([each], publisher)).items?.[0]?.guid?.value,
    ]);
    expect(ids[1]).toEqual(ids[0]);
  });

  it("has the update time of its newest article", () => {
    expect(parseAtomFeed(atomFeed(articles, publisher)).updated).toBe("2026-09-12T10:00:00.000Z");
  });

  it("is updated when readers are told of a change, while the entry keeps its id and date", () => {
    const feed = parseAtomFeed(atomFeed([...articles.slice(0, 1), corrected], publisher));
    expect(feed.updated).toBe("2026-10-01T08:00:00.000Z");
    expect(feed.entries?.[1]).toMatchObject({
      id: `urn:uuid:${article.id}`,
      published: "2026-06-20T10:00:00.000Z",
      updated: "2026-10-01T08:00:00.000Z",
    });
  });

  it("names the author of an article that has one", () => {
    const [entry] = parseAtomFeed(atomFeed([{ ...article, author: "Keola" }], publisher)).entries ?? [];
    expect(entry?.authors?.map(({ name }) => name)).toEqual(["Keola"]);
  });

  it("escapes the title, the summary and the category of an article", () => {
    const spited = { ...article, title: spiteful, excerpt: spiteful, category: spiteful };
    const [entry] = parseAtomFeed(atomFeed([spited], publisher)).entries ?? [];
    expect(entry?.title?.value).toBe(spiteful);
    expect(entry?.summary?.value).toBe(spiteful);
    expect(entry?.categories?.[0]?.term).toBe(spiteful);
  });

  it("is well-formed even without articles", () => {
    expect(XMLValidator.validate(atomFeed([], publisher))).toBe(true);
  });
});

describe("escaped XML", () => {
  it("contains no characters that XML forbids", () => {
    expect(escapeXml("a\uFFFEb\uFFFFc 🌺")).toBe("abc 🌺");
  });

  it("has all special characters of XML replaced, and nothing else, in text and attributes", () => {
    expect(escapeXml(`<a href="x">'&'</a>`)).toBe("&lt;a href=&quot;x&quot;&gt;&apos;&amp;&apos;&lt;/a&gt;");
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const escaped = escapeXml(text);
        expect(escaped.replace(/&(amp|lt|gt|quot|apos);/g, "")).not.toMatch(/[<>"'&]/);
        const back = escaped
          .replaceAll("&lt;", "<")
          .replaceAll("&gt;", ">")
          .replaceAll("&quot;", '"')
          .replaceAll("&apos;", "'")
          .replaceAll("&amp;", "&");
        expect(back).toBe(text.replace(/[\uFFFE\uFFFF]/g, ""));
      }),
    );
  });
});
