import type { AppLoadContext, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { xml } from "remix-utils/responses";
import { z } from "zod";
import { pathOf as pathOfArticle } from "../features/articles/article.ts";
import { pathOf, pathOfSeries, programmePath } from "../features/events/event/event.ts";
import { pathOfIssue } from "../features/issues/issue.ts";
import { placePath } from "../features/places/places.ts";
import { speakerPath, speakersPath, talkPath } from "../features/programme/programme.ts";
import { answerOrCopy } from "../platform/database/read-or-copy.ts";
import { pageCache } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { escapeXml } from "../platform/text/xml.ts";

const fixed = [
  "/",
  "/about",
  "/events",
  "/education",
  "/insights",
  "/contact",
  "/terms",
  "/privacy",
  "/cookies",
  "/suggest",
  "/verify",
];

const dayOf = (at: string) => new Date(at).toISOString().slice(0, 10);

export const handle: RouteHandle = { cache: {} };

const listed = z.object({
  events: z.array(z.object({ key: z.string(), updated_at: z.string() })),
  series: z.array(z.object({ key: z.string(), updated_at: z.string() })),
  places: z.array(z.object({ key: z.string(), updated_at: z.string() })),
  programmes: z.array(
    z.object({
      key: z.string(),
      talks: z.array(z.object({ number: z.number(), title: z.string(), updated_at: z.string() })),
      speakers: z.array(z.object({ number: z.number(), name: z.string(), updated_at: z.string() })),
    }),
  ),
  issues: z.array(z.object({ slug: z.string(), sent_at: z.string() })),
  articles: z.array(z.object({ slug: z.string(), date: z.string(), changed_at: z.string().nullable() })),
  guides: z.array(z.string()),
});

function readListed(context: AppLoadContext): Promise<z.output<typeof listed>> {
  const answer = context.database.call("sitemap", {}).then((found) => listed.parse(found));
  return answerOrCopy(context, "sitemap:v5", answer, () => true);
}

/** Lists every canonical URL that search engines may index (sitemaps.org). */
export async function loader({ context }: LoaderFunctionArgs) {
  const { events, series, places, programmes, issues, articles, guides } = await readListed(context);
  const dated = [
    ...articles.map(({ slug, date, changed_at }) => ({
      path: pathOfArticle("article", slug),
      date: changed_at ? dayOf(changed_at) : date,
    })),
    ...issues.map(({ slug, sent_at }) => ({ path: pathOfIssue({ slug }), date: dayOf(sent_at) })),
    ...events.map((event) => ({ path: pathOf(event), date: dayOf(event.updated_at) })),
    ...series.map((each) => ({ path: pathOfSeries(each), date: dayOf(each.updated_at) })),
    ...places.map((each) => ({ path: placePath(each), date: dayOf(each.updated_at) })),
    ...programmes.flatMap((event) => [
      { path: programmePath(event), date: null },
      ...(event.speakers.length > 0 ? [{ path: speakersPath(event), date: null }] : []),
      ...event.talks.map((talk) => ({ path: talkPath(event, talk), date: dayOf(talk.updated_at) })),
      ...event.speakers.map((speaker) => ({ path: speakerPath(event, speaker), date: dayOf(speaker.updated_at) })),
    ]),
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
