import type { BlogPosting } from "schema-dts";
import type { Publisher } from "../../site.ts";
import { absolute } from "../metadata/metadata.ts";
import { type ListedArticle, pathOf } from "./article.ts";

/** Describes an article for search engines (schema.org/BlogPosting). Without an author it is the organization's own. */
export function articleStructure(article: ListedArticle, { origin, site }: Publisher): BlogPosting {
  const organization = { "@type": "Organization" as const, name: site.name, url: `${origin}/` };
  return {
    "@type": "BlogPosting",
    headline: article.title,
    description: article.excerpt,
    datePublished: article.date,
    ...(article.changed_at ? { dateModified: article.changed_at } : {}),
    ...(article.category ? { articleSection: article.category } : {}),
    ...(article.picture_path ? { image: absolute(article.picture_path, origin) } : {}),
    mainEntityOfPage: origin + pathOf("article", article.slug),
    author: article.author ? { "@type": "Person", name: article.author } : organization,
    publisher: organization,
  };
}
