import type { Publisher } from "../../site.ts";
import { escapeXml, rssDescription } from "../articles/feeds.ts";
import { pathOfIssue } from "./issue.ts";
import type { PublishedIssue } from "./published-issues.server.ts";

/** RSS 2.0 (rssboard.org) of the issues that were sent, with the Atom link that validators expect. */
export function issuesFeed(issues: PublishedIssue[], { origin, site }: Publisher): string {
  const items = issues.map(
    ({ slug, subject, preview_text, sent_at }) => `<item>
<title>${escapeXml(subject)}</title>
<link>${origin}${pathOfIssue({ slug })}</link>
<guid isPermaLink="true">${origin}${pathOfIssue({ slug })}</guid>
<pubDate>${new Date(sent_at).toUTCString()}</pubDate>
<description>${rssDescription(preview_text || subject)}</description>
</item>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${escapeXml(`${site.name}: newsletter`)}</title>
<link>${origin}/newsletter</link>
<description>${escapeXml(site.tagline)}</description>
<language>en-us</language>
<atom:link href="${origin}/newsletter/rss.xml" rel="self" type="application/rss+xml"/>
${items.join("\n")}
</channel>
</rss>
`;
}
