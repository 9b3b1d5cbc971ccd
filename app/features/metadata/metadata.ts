import type { MetaDescriptor } from "@remix-run/cloudflare";
import type { Thing, WithContext } from "schema-dts";
import { withoutDirections } from "../../platform/text/directions.ts";
import { defaultSite, type Publisher, type Site } from "../../site.ts";
import { uploadAt } from "../pictures/picture.ts";
import { cardSize, socialCardOf } from "./social-cards.ts";

interface SocialImage {
  /** of this site, or the address of a picture that is stored elsewhere */
  path: string;
  alt: string;
  /** pixels, where they are known */
  width?: number;
  height?: number;
}

interface Page {
  title: string;
  description: string;
  /** the canonical path; other paths that show the same name this one */
  path: string;
  /** what other sites show with a link; unless said the picture that owners have chosen for that, or the drawn card of the page */
  image?: SocialImage;
  type?: "website" | "article";
  /** whether search engines may list it; true unless said */
  indexed?: boolean;
  structured?: (Thing | undefined)[];
}

interface MetaArguments {
  matches: { id: string; data?: unknown }[];
}

/** Where the site is and what it says of itself, as the root loader gave it. Nothing is built from the request's own Host. */
export function publisherOf({ matches }: MetaArguments): Publisher {
  const root = matches.find((match) => match?.id === "root")?.data as Publisher | undefined;
  return root ?? { origin: "", site: defaultSite };
}

export const originOf = (args: MetaArguments): string => publisherOf(args).origin;

export const siteOf = (args: MetaArguments): Site => publisherOf(args).site;

/** Title of a page that belongs to one person, which no search engine lists. */
export const personalMeta = (args: MetaArguments, title: string): MetaDescriptor[] => [
  { title: `${title} · ${siteOf(args).shortName}` },
  { name: "robots", content: "noindex" },
];

/** Title, description, canonical, Open Graph and structured data of a page. */
export function pageMeta(args: MetaArguments, page: Page): MetaDescriptor[] {
  const { origin, site } = publisherOf(args);
  // A name of somebody may stand in it, and nothing isolates that in the bar of a browser.
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

/** A feed that readers find on a page, beside those of the articles on every page. */
export const feedLink = (args: MetaArguments, title: string, href: string): MetaDescriptor => ({
  tagName: "link",
  rel: "alternate",
  type: "application/rss+xml",
  title: `${siteOf(args).name}: ${title}`,
  href,
});

/** What owners have chosen for all pages without a picture of their own. */
function linkImage({ linkPicture }: Site): SocialImage | null {
  return linkPicture && { ...linkPicture, ...uploadAt(linkPicture.path)?.size };
}

/** The address of a picture of this site, or of one that is stored elsewhere. */
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

/** Home › … › this page. `trail` holds the pages below Home, the last of them the page itself. */
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
