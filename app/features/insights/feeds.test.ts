import fc from "fast-check";
import { XMLValidator } from "fast-xml-parser";
import { parseAtomFeed, parseRssFeed } from "feedsmith";
import { describe, expect, it } from "vitest";
import { site } from "../../site.ts";
import { atomFeed, escapeXml, rssFeed } from "./feeds.ts";
import { type Article, articles } from "./insights.tsx";

const origin = "https://hawaii.example.org";
const article: Article = {
  id: "keys",
  title: "Keys",
  excerpt: "Who can move the money?",
  date: "2026-06-20",
  category: "Security",
  image: "/Images/keys.svg",
  imageAlt: "A key",
  readingMinutes: 4,
};
const spiteful = `</title><script>alert("x")</script> & 'quotes' ]]> &amp; <!-- ʻō 🌺`;

describe("the RSS feed", () => {
  it("is read by a real parser: the site, and each article in its order", () => {
    const feed = parseRssFeed(rssFeed(articles, origin));
    expect(feed.title).toBe(`${site.name}: insights`);
    expect(feed.link).toBe(`${origin}/insights`);
    expect(feed.language).toBe("en-us");
    expect(feed.atom?.links?.[0]).toMatchObject({ href: `${origin}/insights/rss.xml`, rel: "self" });
    expect(feed.items?.map(({ title, link, description }) => ({ title, link, description }))).toEqual(
      articles.map(({ id, title, excerpt }) => ({ title, link: `${origin}/insights/${id}`, description: excerpt })),
    );
  });

  it("names each article by its permanent address, its category and noon of its day in Honolulu", () => {
    const [item] = parseRssFeed(rssFeed([article], origin)).items ?? [];
    expect(item?.guid).toMatchObject({ value: `${origin}/insights/keys`, isPermaLink: true });
    expect(item?.categories?.map((category) => category.name)).toEqual(["Security"]);
    expect(new Date(item?.pubDate ?? "").toISOString()).toBe("2026-06-20T22:00:00.000Z");
    expect(item?.pubDate).toBe("Sat, 20 Jun 2026 22:00:00 GMT");
  });

  it("escapes what articles say", () => {
    const [item] = parseRssFeed(rssFeed([{ ...article, title: spiteful, excerpt: spiteful }], origin)).items ?? [];
    expect(item?.title).toBe(spiteful);
    expect(item?.description).toBe(spiteful);
  });

  it("is a feed also without articles", () => {
    expect(parseRssFeed(rssFeed([], origin)).items ?? []).toEqual([]);
    expect(XMLValidator.validate(rssFeed([], origin))).toBe(true);
  });
});

describe("the Atom feed", () => {
  it("is read by a real parser: the site, and each article in its order", () => {
    const feed = parseAtomFeed(atomFeed(articles, origin));
    expect(feed.id).toBe(`${origin}/insights`);
    expect(feed.title?.value).toBe(`${site.name}: insights`);
    expect(feed.authors?.map((author) => author.name)).toEqual([site.name]);
    expect(feed.links).toEqual(
      expect.arrayContaining([expect.objectContaining({ rel: "self", href: `${origin}/insights/atom.xml` })]),
    );
    expect(
      feed.entries?.map(({ id, title, summary }) => ({ id, title: title?.value, summary: summary?.value })),
    ).toEqual(articles.map(({ id, title, excerpt }) => ({ id: `${origin}/insights/${id}`, title, summary: excerpt })));
  });

  it("was updated when its newest article was", () => {
    const newer = { ...article, id: "newer", date: "2026-09-12" };
    expect(parseAtomFeed(atomFeed([newer, article], origin)).updated).toBe("2026-09-12T22:00:00.000Z");
  });

  it("escapes what articles say", () => {
    const spited = { ...article, title: spiteful, excerpt: spiteful, category: spiteful };
    const [entry] = parseAtomFeed(atomFeed([spited], origin)).entries ?? [];
    expect(entry?.title?.value).toBe(spiteful);
    expect(entry?.summary?.value).toBe(spiteful);
    expect(entry?.categories?.[0]?.term).toBe(spiteful);
  });

  it("is a feed also without articles", () => {
    expect(XMLValidator.validate(atomFeed([], origin))).toBe(true);
  });
});

describe("escaped XML", () => {
  it("has no character left that means something in XML, in a text or in an attribute", () => {
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
        expect(back).toBe(text);
      }),
    );
  });
});
