import { instantInHonolulu } from "../../platform/honolulu.ts";
import { site } from "../../site.ts";
import type { Article } from "./insights.tsx";

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };
export const escapeXml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

/** Articles are dated by day; a feed wants an instant: noon in Honolulu. */
const instantOf = (article: Article) => instantInHonolulu(article.date, "12:00");

/** RSS 2.0 (rssboard.org), with the Atom link that validators ask for. */
export function rssFeed(articles: Article[], origin: string): string {
  const items = articles.map(
    (article) => `<item>
<title>${escapeXml(article.title)}</title>
<link>${origin}/insights/${article.id}</link>
<guid isPermaLink="true">${origin}/insights/${article.id}</guid>
<pubDate>${instantOf(article).toUTCString()}</pubDate>
<category>${escapeXml(article.category)}</category>
<description>${escapeXml(article.excerpt)}</description>
</item>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${escapeXml(`${site.name}: insights`)}</title>
<link>${origin}/insights</link>
<description>${escapeXml(site.tagline)}</description>
<language>en-us</language>
<atom:link href="${origin}/insights/rss.xml" rel="self" type="application/rss+xml"/>
${items.join("\n")}
</channel>
</rss>
`;
}

/** Atom 1.0 (RFC 4287). */
export function atomFeed(articles: Article[], origin: string): string {
  const newest = articles[0];
  const entries = articles.map(
    (article) => `<entry>
<id>${origin}/insights/${article.id}</id>
<title>${escapeXml(article.title)}</title>
<link rel="alternate" type="text/html" href="${origin}/insights/${article.id}"/>
<published>${instantOf(article).toISOString()}</published>
<updated>${instantOf(article).toISOString()}</updated>
<category term="${escapeXml(article.category)}"/>
<summary>${escapeXml(article.excerpt)}</summary>
</entry>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${origin}/insights</id>
<title>${escapeXml(`${site.name}: insights`)}</title>
<updated>${(newest ? instantOf(newest) : new Date(0)).toISOString()}</updated>
<author><name>${escapeXml(site.name)}</name></author>
<link rel="self" type="application/atom+xml" href="${origin}/insights/atom.xml"/>
<link rel="alternate" type="text/html" href="${origin}/insights"/>
${entries.join("\n")}
</feed>
`;
}
