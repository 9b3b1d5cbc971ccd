import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { xml } from "remix-utils/responses";
import { guideIds } from "../features/education/guides.tsx";
import { pathOf } from "../features/events/event.ts";
import { escapeXml } from "../features/insights/feeds.ts";
import { articles } from "../features/insights/insights.tsx";
import { pageCache } from "../platform/http.ts";
import type { Copy } from "../platform/last-good.ts";
import type { RouteHandle } from "../platform/route-handle.ts";

const fixed = ["/", "/about", "/events", "/education", "/insights", "/contact", "/terms", "/privacy", "/cookies"];

const dayOf = (at: string) => new Date(at).toISOString().slice(0, 10);

export const handle: RouteHandle = { cache: {} };

interface Listed {
  events: { key: string; updated_at: string }[];
  issues: { slug: string; sent_at: string }[];
}

const keptName = "sitemap:v1";

/** What the database has to list, or the last good copy of it. @throws DatabaseUnavailable */
function readListed({ database, lastGood }: AppLoadContext): Promise<Listed> {
  const answer = database.call("sitemap", {}).then((listed) => {
    lastGood.keep(keptName, listed);
    return listed as unknown as Listed;
  });
  return lastGood.stepInFor(answer, () => lastGood.find(keptName) as Promise<Copy<Listed> | null>);
}

/** Every canonical URL that search engines may list (sitemaps.org). */
export async function loader({ context }: LoaderFunctionArgs) {
  const { events, issues } = await readListed(context);
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
