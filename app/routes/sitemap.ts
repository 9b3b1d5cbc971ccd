import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { xml } from "remix-utils/responses";
import { pathOf as pathOfArticle } from "../features/articles/article.ts";
import { escapeXml } from "../features/articles/feeds.ts";
import { pathOf } from "../features/events/event.ts";
import { pageCache } from "../platform/http.ts";
import { answerOrCopy } from "../platform/read-or-copy.ts";
import type { RouteHandle } from "../platform/route-handle.ts";

const fixed = ["/", "/about", "/events", "/education", "/insights", "/contact", "/terms", "/privacy", "/cookies"];

const dayOf = (at: string) => new Date(at).toISOString().slice(0, 10);

export const handle: RouteHandle = { cache: {} };

interface Listed {
  events: { key: string; updated_at: string }[];
  issues: { slug: string; sent_at: string }[];
  articles: { slug: string; date: string; changed_at: string | null }[];
  /** their slugs */
  guides: string[];
}

/** What the database has to list, or the last good copy of it. @throws DatabaseUnavailable */
function readListed(context: AppLoadContext): Promise<Listed> {
  const answer = context.readPage("read_sitemap", {}, "secret") as Promise<Listed>;
  return answerOrCopy(context, "sitemap:v2", answer, () => true);
}

/** Every canonical URL that search engines may list (sitemaps.org). */
export async function loader({ context }: LoaderFunctionArgs) {
  const { events, issues, articles, guides } = await readListed(context);
  const dated = [
    ...articles.map(({ slug, date, changed_at }) => ({
      path: pathOfArticle("article", slug),
      date: changed_at ? dayOf(changed_at) : date,
    })),
    ...issues.map(({ slug, sent_at }) => ({ path: `/newsletter/${slug}`, date: dayOf(sent_at) })),
    ...events.map((event) => ({ path: pathOf(event), date: dayOf(event.updated_at) })),
  ];
  const withIssues = issues.length > 0 ? ["/newsletter"] : [];
  const undated = [...fixed, ...withIssues, ...guides.map((slug) => pathOfArticle("guide", slug))].map((path) => ({
    path,
    date: null,
  }));
  const urls = [...undated, ...dated].map(
    ({ path, date }) =>
      `<url><loc>${escapeXml(context.origin + path)}</loc>${date ? `<lastmod>${date}</lastmod>` : ""}</url>`,
  );
  const body = `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("\n")}
</urlset>
`;
  return xml(body, { headers: pageCache });
}
