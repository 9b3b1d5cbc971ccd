import { readFileSync } from "node:fs";
import type { MetaDescriptor } from "@remix-run/cloudflare";
import { describe, expect, it } from "vitest";
import { defaultSite } from "../../site.ts";
import { breadcrumbs, organization, originOf, pageMeta } from "./metadata.ts";

const origin = "https://hawaii.example.org";
const publisher = { origin, site: defaultSite };
const args = { matches: [{ id: "root", data: publisher }, { id: "about" }] };
const about = { title: "About", description: "Who we are.", path: "/about" };

const find = (tags: MetaDescriptor[], part: Record<string, unknown>) =>
  tags.filter((tag) => Object.entries(part).every(([name, value]) => (tag as Record<string, unknown>)[name] === value));
const contentOf = (tags: MetaDescriptor[], part: Record<string, unknown>) =>
  find(tags, part).map((tag) => (tag as { content?: string }).content);

describe("the metadata of a page", () => {
  const tags = pageMeta(args, about);

  it("has one title with the site's name, one description and one canonical URL", () => {
    expect(tags.filter((tag) => "title" in tag)).toEqual([{ title: `About · ${defaultSite.shortName}` }]);
    expect(contentOf(tags, { name: "description" })).toEqual(["Who we are."]);
    expect(find(tags, { rel: "canonical" })).toEqual([{ tagName: "link", rel: "canonical", href: `${origin}/about` }]);
  });

  it("has Open Graph tags that say the same, with a picture and its description", () => {
    expect(contentOf(tags, { property: "og:title" })).toEqual(["About"]);
    expect(contentOf(tags, { property: "og:description" })).toEqual(["Who we are."]);
    expect(contentOf(tags, { property: "og:url" })).toEqual([`${origin}/about`]);
    expect(contentOf(tags, { property: "og:type" })).toEqual(["website"]);
    expect(contentOf(tags, { property: "og:site_name" })).toEqual([defaultSite.name]);
    expect(contentOf(tags, { property: "og:image" })).toEqual([`${origin}/Images/cards/about.png`]);
    expect(contentOf(tags, { property: "og:image:alt" })[0]).toBeTruthy();
    expect(contentOf(tags, { name: "twitter:card" })).toEqual(["summary_large_image"]);
  });

  it("removes characters from the title that would change its text direction in the browser bar", () => {
    const turned = pageMeta(args, { ...about, title: "Keala \u202E(elpmaxe.live@live)\u202C" });
    expect(turned.filter((tag) => "title" in tag)).toEqual([
      { title: `Keala (elpmaxe.live@live) · ${defaultSite.shortName}` },
    ]);
  });

  it("uses only Home's own title, without a suffix, on Home", () => {
    const home = pageMeta(args, { ...about, title: defaultSite.name, path: "/" });
    expect(home[0]).toEqual({ title: defaultSite.name });
    expect(find(home, { rel: "canonical" })[0]).toMatchObject({ href: `${origin}/` });
  });

  it("can have its own picture and type", () => {
    const article = pageMeta(args, { ...about, type: "article", image: { path: "/Images/a.png", alt: "A star" } });
    expect(contentOf(article, { property: "og:type" })).toEqual(["article"]);
    expect(contentOf(article, { property: "og:image" })).toEqual([`${origin}/Images/a.png`]);
    expect(contentOf(article, { property: "og:image:alt" })).toEqual(["A star"]);
  });

  it("shows the link picture chosen by owners unless the page has its own", () => {
    const path = `/uploads/${"0a".repeat(16)}-1600x900_480.jpg`;
    const site = { ...defaultSite, linkPicture: { path, alt: "A canoe" } };
    const here = { matches: [{ id: "root", data: { origin, site } }] };
    const chosen = pageMeta(here, about);
    const article = pageMeta(here, { ...about, image: { path: "/Images/a.png", alt: "A star" } });
    const said = (name: string) => contentOf(chosen, { property: `og:image${name}` });
    expect([said(""), said(":alt"), said(":width"), said(":height")].flat()).toEqual([
      `${origin}${path}`,
      "A canoe",
      "1600",
      "900",
    ]);
    expect(contentOf(article, { property: "og:image" })).toEqual([`${origin}/Images/a.png`]);
  });

  it("gives the picture's size if it is known, also for a picture stored elsewhere", () => {
    const sizeOf = (page: MetaDescriptor[]) => [
      ...contentOf(page, { property: "og:image:width" }),
      ...contentOf(page, { property: "og:image:height" }),
    ];
    expect(sizeOf(tags)).toEqual(["1200", "630"]);
    const stored = "https://project.supabase.example/storage/v1/object/public/event-images/a.webp";
    const poster = pageMeta(args, { ...about, image: { path: stored, alt: "A pizza", width: 800, height: 1000 } });
    expect(contentOf(poster, { property: "og:image" })).toEqual([stored]);
    expect(sizeOf(poster)).toEqual(["800", "1000"]);
    expect(sizeOf(pageMeta(args, { ...about, image: { path: "/Images/a.png", alt: "" } }))).toEqual([]);
  });

  it("excludes search engines only if the page says so", () => {
    expect(contentOf(tags, { name: "robots" })).toEqual([]);
    expect(contentOf(pageMeta(args, { ...about, indexed: false }), { name: "robots" })).toEqual(["noindex"]);
  });

  it("holds structured data and skips undefined items", () => {
    const structured = [undefined, organization(publisher)];
    const things = pageMeta(args, { ...about, structured }).filter((tag) => "script:ld+json" in tag);
    expect(things).toHaveLength(1);
    expect(things[0]).toMatchObject({
      "script:ld+json": { "@context": "https://schema.org", "@type": "Organization" },
    });
  });
});

describe("the origin", () => {
  it("is the one from the root loader, not the request's", () => {
    expect(originOf(args)).toBe(origin);
  });

  it("is empty on an error page without the root's data", () => {
    expect(originOf({ matches: [{ id: "root" }] })).toBe("");
    expect(originOf({ matches: [] })).toBe("");
  });
});

it("the static manifest has the name from defaultSite.ts", () => {
  expect(JSON.parse(readFileSync("public/manifest.webmanifest", "utf8"))).toMatchObject({ name: defaultSite.name });
});

describe("structured data", () => {
  it("describes the organization with absolute https URLs", () => {
    expect(organization(publisher)).toMatchObject({
      "@id": `${origin}/#organization`,
      name: defaultSite.name,
      url: `${origin}/`,
      logo: `${origin}/icon-512.png`,
      foundingDate: "2020",
    });
    const { sameAs } = organization(publisher) as unknown as { sameAs: string[] };
    expect(sameAs).toHaveLength(7);
    for (const url of sameAs) expect(new URL(url).protocol).toBe("https:");
  });

  it("lists breadcrumbs from Home to the page", () => {
    const trail = [
      { name: "Insights", path: "/insights" },
      { name: "Keys", path: "/insights/keys" },
    ];
    expect(breadcrumbs(origin, trail)).toMatchObject({
      "@type": "BreadcrumbList",
      itemListElement: [
        { position: 1, name: "Home", item: `${origin}/` },
        { position: 2, name: "Insights", item: `${origin}/insights` },
        { position: 3, name: "Keys", item: `${origin}/insights/keys` },
      ],
    });
  });
});
