import { honoluluDay, honoluluIsoDay, instantInHonolulu } from "../../platform/text/honolulu.ts";
import type { Publisher } from "../../site.ts";
import { type FeedArticle, type ListedArticle, pathOf } from "./article.ts";

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };
/** Escapes a text for XML and drops U+FFFE and U+FFFF, which XML forbids. */
export const escapeXml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => escapes[character] ?? character).replace(/[\uFFFE\uFFFF]/g, "");

/** A description in RSS, which readers parse as HTML: the text is escaped once for HTML and once for XML. */
export const rssDescription = (text: string) => escapeXml(escapeXml(text));

export const feedSize = 50;

/** The start of an article's day in Honolulu, because a feed needs an instant that is not in the future. */
const instantOf = ({ date }: ListedArticle) => instantInHonolulu(date, "00:00");

/** The id by which readers recognize an article, even when its address changes (RFC 4287, 4.2.6). */
const idOf = ({ id }: FeedArticle) => `urn:uuid:${id}`;

const addressOf = ({ slug }: ListedArticle, origin: string) => origin + pathOf("article", slug);

/** The excerpt, with the note about the latest change if there is one. */
const summaryOf = ({ excerpt, change_note, changed_at }: ListedArticle) =>
  change_note && changed_at ? `${excerpt} (Updated on ${honoluluDay(new Date(changed_at))}: ${change_note})` : excerpt;

/** Leaves out articles whose day is still to come in Honolulu. */
const arrived = (articles: FeedArticle[], now: Date) => articles.filter(({ date }) => date <= honoluluIsoDay(now));

const updatedAt = (article: ListedArticle) => (article.changed_at ? new Date(article.changed_at) : instantOf(article));

/** RSS 2.0 (rssboard.org), with the Atom link that validators expect. */
export function rssFeed(articles: FeedArticle[], { origin, site, now }: Publisher & { now: Date }): string {
  const items = arrived(articles, now).map(
    (article) => `<item>
<title>${escapeXml(article.title)}</title>
<link>${addressOf(article, origin)}</link>
<guid isPermaLink="false">${idOf(article)}</guid>
<pubDate>${instantOf(article).toUTCString()}</pubDate>
${article.category ? `<category>${escapeXml(article.category)}</category>\n` : ""}<description>${rssDescription(summaryOf(article))}</description>
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
export function atomFeed(published: FeedArticle[], { origin, site, now }: Publisher & { now: Date }): string {
  const articles = arrived(published, now);
  const latest = Math.max(0, ...articles.map((article) => updatedAt(article).getTime()));
  const entries = articles.map(
    (article) => `<entry>
<id>${idOf(article)}</id>
<title>${escapeXml(article.title)}</title>
<link rel="alternate" type="text/html" href="${addressOf(article, origin)}"/>
<published>${instantOf(article).toISOString()}</published>
<updated>${updatedAt(article).toISOString()}</updated>
${article.author ? `<author><name>${escapeXml(article.author)}</name></author>\n` : ""}${article.category ? `<category term="${escapeXml(article.category)}"/>\n` : ""}<summary>${escapeXml(summaryOf(article))}</summary>
</entry>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${origin}/insights</id>
<title>${escapeXml(`${site.name}: insights`)}</title>
<updated>${new Date(latest).toISOString()}</updated>
<author><name>${escapeXml(site.name)}</name></author>
<link rel="self" type="application/atom+xml" href="${origin}/insights/atom.xml"/>
<link rel="alternate" type="text/html" href="${origin}/insights"/>
${entries.join("\n")}
</feed>
`;
}
