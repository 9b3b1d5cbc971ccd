import type { MetaDescriptor } from "@remix-run/cloudflare";
import type { Thing, WithContext } from "schema-dts";
import { withoutDirections } from "../../platform/text/directions.ts";
import { leadsByLink } from "../../platform/text/link-secret.ts";
import { defaultSite, type Publisher, type Site } from "../../site.ts";
import { uploadAt } from "../pictures/picture.ts";
import { cardSize, socialCardOf } from "./social-cards.ts";

interface SocialImage {
  /** A path on this site, or the URL of a picture stored elsewhere. */
  path: string;
  alt: string;
  width?: number;
  height?: number;
}

interface Page {
  title: string;
  description: string;
  /** The canonical path; other paths that show the same content point to this one. */
  path: string;
  /** What other sites show with a link; by default the link picture chosen by owners, or else the page's drawn card. */
  image?: SocialImage;
  type?: "website" | "article";
  /** Whether search engines may list it; true by default. */
  indexed?: boolean;
  structured?: (Thing | undefined)[];
}

interface MetaArguments {
  matches: { id: string; data?: unknown }[];
}

/** Returns the site's origin and texts from the root loader. Nothing is derived from the request's own Host. */
export function publisherOf({ matches }: MetaArguments): Publisher {
  const root = matches.find((match) => match?.id === "root")?.data as Publisher | undefined;
  return root ?? { origin: "", site: defaultSite };
}

export const originOf = (args: MetaArguments): string => publisherOf(args).origin;

export const siteOf = (args: MetaArguments): Site => publisherOf(args).site;

/** The metadata of a page that belongs to one person, or to the admin area, which search engines must not list. */
export const personalMeta = (args: MetaArguments, title: string): MetaDescriptor[] => [
  { title: withoutDirections(`${title} · ${siteOf(args).shortName}`) },
  { name: "robots", content: "noindex" },
];

/**
 * Returns title, description, canonical URL, Open Graph tags and structured data of a page; only the title for a page
 * of an event by link, which nothing else may show.
 */
export function pageMeta(args: MetaArguments, page: Page): MetaDescriptor[] {
  if (leadsByLink(page.path)) return personalMeta(args, page.title);
  const { origin, site } = publisherOf(args);
  // It may contain a person's name, and the browser bar does not isolate text direction.
  const title = withoutDirections(page.path === "/" ? page.title : `${page.title} · ${site.shortName}`);
  const url = `${origin}${page.path}`;
  const card = socialCardOf(page.path, page.title);
  const image: SocialImage = page.image ??
    linkImage(site) ?? {
      ...cardSize,
      path: card.path,
      alt: `${card.title}: a canoe under the stars before sunrise`,
    };
  const tags: MetaDescriptor[] = [
    { title },
    { name: "description", content: page.description },
    { tagName: "link", rel: "canonical", href: url },
    { property: "og:type", content: page.type ?? "website" },
    { property: "og:site_name", content: site.name },
    { property: "og:title", content: page.title },
    { property: "og:description", content: page.description },
    { property: "og:url", content: url },
    { property: "og:image", content: absolute(image.path, origin) },
    { property: "og:image:alt", content: image.alt },
    { name: "twitter:card", content: "summary_large_image" },
  ];
  if (image.width && image.height) {
    tags.push({ property: "og:image:width", content: String(image.width) });
    tags.push({ property: "og:image:height", content: String(image.height) });
  }
  if (page.indexed === false) tags.push({ name: "robots", content: "noindex" });
  for (const thing of page.structured ?? []) {
    if (thing)
      tags.push({
        "script:ld+json": { "@context": "https://schema.org", ...(thing as object) } as WithContext<Thing> as never,
      });
  }
  return tags;
}

/** Links a feed that readers find on a page, in addition to the article feeds on every page. */
export const feedLink = (args: MetaArguments, title: string, href: string): MetaDescriptor => ({
  tagName: "link",
  rel: "alternate",
  type: "application/rss+xml",
  title: `${siteOf(args).name}: ${title}`,
  href,
});

function linkImage({ linkPicture }: Site): SocialImage | null {
  return linkPicture && { ...linkPicture, ...uploadAt(linkPicture.path)?.size };
}

export const absolute = (path: string, origin: string) => (path.startsWith("/") ? `${origin}${path}` : path);

export function organization({ origin, site }: Publisher): Thing {
  return {
    "@type": "Organization",
    "@id": `${origin}/#organization`,
    name: site.name,
    url: `${origin}/`,
    logo: `${origin}/icon-512.png`,
    description: site.tagline,
    foundingDate: String(site.foundedIn),
    email: site.email,
    sameAs: site.social.map((account) => account.url),
  };
}

/** Home › … › this page. `trail` holds the pages below Home, ending with the page itself. */
export function breadcrumbs(origin: string, trail: { name: string; path: string }[]): Thing {
  const pages = [{ name: "Home", path: "/" }, ...trail];
  return {
    "@type": "BreadcrumbList",
    itemListElement: pages.map((page, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: page.name,
      item: `${origin}${page.path}`,
    })),
  };
}
