import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { xml } from "remix-utils/responses";
import { guideIds } from "../features/education/guides.tsx";
import { pathOf } from "../features/events/event.ts";
import { listEvents } from "../features/events/events.server.ts";
import { escapeXml } from "../features/insights/feeds.ts";
import { articles } from "../features/insights/insights.tsx";
import { listPublishedIssues } from "../features/issues/published-issues.server.ts";
import { pageCache } from "../platform/http.ts";
import type { RouteHandle } from "../platform/route-handle.ts";

const fixed = ["/", "/about", "/events", "/education", "/insights", "/contact", "/terms", "/privacy", "/cookies"];

const dayOf = (at: string) => new Date(at).toISOString().slice(0, 10);

export const handle: RouteHandle = { cache: {} };

/** Every canonical URL that search engines may list (sitemaps.org). */
export async function loader({ context }: LoaderFunctionArgs) {
  const [events, issues] = await Promise.all([listEvents(context), listPublishedIssues(context)]);
  const dated = [
    ...articles.map((article) => ({ path: `/insights/${article.id}`, date: article.date })),
    ...issues.map(({ slug, sent_at }) => ({ path: `/newsletter/${slug}`, date: dayOf(sent_at) })),
    ...events.map((event) => ({ path: pathOf(event), date: dayOf(event.updated_at) })),
  ];
  const withIssues = issues.length > 0 ? ["/newsletter"] : [];
  const undated = [...fixed, ...withIssues, ...guideIds.map((id) => `/resources/${id}`)].map((path) => ({
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
