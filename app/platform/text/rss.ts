import { escapeXml } from "./xml.ts";

interface Channel {
  title: string;
  description: string;
  /** URL of the page with the same content; the feed is below it, at rss.xml */
  page: string;
}

interface Item {
  title: string;
  /** URL */
  link: string;
  /** what readers recognize it by, even when its URL changes; the URL if it is left out */
  id?: string;
  at: Date;
  category?: string | null;
  text: string;
}

/** RSS 2.0 (rssboard.org), with the Atom link that validators expect. */
export function rssDocument({ title, description, page }: Channel, items: Item[]): string {
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
<channel>
<title>${escapeXml(title)}</title>
<link>${page}</link>
<description>${escapeXml(description)}</description>
<language>en-us</language>
<atom:link href="${page}/rss.xml" rel="self" type="application/rss+xml"/>
${items.map(itemXml).join("\n")}
</channel>
</rss>
`;
}

// Readers parse a description as HTML: the text is escaped once for HTML and once for XML.
const itemXml = ({ title, link, id, at, category, text }: Item) => `<item>
<title>${escapeXml(title)}</title>
<link>${link}</link>
<guid isPermaLink="${id === undefined}">${id ?? link}</guid>
<pubDate>${at.toUTCString()}</pubDate>
${category ? `<category>${escapeXml(category)}</category>\n` : ""}<description>${escapeXml(escapeXml(text))}</description>
</item>`;
