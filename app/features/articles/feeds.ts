import { rssDocument } from "../../platform/text/rss.ts";
import { siteDay, siteInstant, siteIsoDay } from "../../platform/text/site-time.ts";
import { escapeXml } from "../../platform/text/xml.ts";
import type { Publisher } from "../../site.ts";
import { type FeedArticle, type ListedArticle, pathOf } from "./article.ts";

export const feedSize = 50;

/** The start of an article's day in Honolulu, because a feed needs an instant that is not in the future. */
const instantOf = ({ date }: ListedArticle) => siteInstant(date, "00:00");

/** The id by which readers recognize an article, even when its address changes (RFC 4287, 4.2.6). */
const idOf = ({ id }: FeedArticle) => `urn:uuid:${id}`;

const addressOf = ({ slug }: ListedArticle, origin: string) => origin + pathOf("article", slug);

/** The excerpt, with the note about the latest change if there is one. */
const summaryOf = ({ excerpt, change_note, changed_at }: ListedArticle) =>
  change_note && changed_at ? `${excerpt} (Updated on ${siteDay(new Date(changed_at))}: ${change_note})` : excerpt;

/** Leaves out articles whose day is still to come in Honolulu. */
const arrived = (articles: FeedArticle[], now: Date) => articles.filter(({ date }) => date <= siteIsoDay(now));

const updatedAt = (article: ListedArticle) => (article.changed_at ? new Date(article.changed_at) : instantOf(article));

export const rssFeed = (articles: FeedArticle[], { origin, site, now }: Publisher & { now: Date }): string =>
  rssDocument(
    { title: `${site.name}: insights`, description: site.tagline, page: `${origin}/insights` },
    arrived(articles, now).map((article) => ({
      title: article.title,
      link: addressOf(article, origin),
      id: idOf(article),
      at: instantOf(article),
      category: article.category,
      text: summaryOf(article),
    })),
  );

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
