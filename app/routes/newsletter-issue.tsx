import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pathOfIssue } from "../features/issues/issue.ts";
import { findPublishedIssue } from "../features/issues/published-issues.server.ts";
import { breadcrumbs, feedLink, pageMeta, publisherOf } from "../features/metadata/metadata.ts";
import { notFound } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { siteDay, siteIsoDay, siteIsoInstant } from "../platform/text/site-time.ts";
import { Icon } from "../ui/icon.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { RenderedMarkdown } from "../ui/rendered-markdown.tsx";

export const handle: RouteHandle = { section: "/insights", cache: {} };

export async function loader({ params, context }: LoaderFunctionArgs) {
  const issue = await findPublishedIssue(context, params.slug ?? "");
  if (!issue) throw notFound();
  return { issue };
}

export const meta: MetaFunction<typeof loader> = (args) => {
  const issue = args.data?.issue;
  if (!issue) return [];
  const { origin, site } = publisherOf(args);
  const path = pathOfIssue(issue);
  const organization = { "@type": "Organization" as const, name: site.name, url: `${origin}/` };
  const tags = pageMeta(args, {
    title: issue.subject,
    description: issue.preview_text || `An issue of the newsletter of the ${site.name}.`,
    path,
    type: "article",
    structured: [
      {
        "@type": "Article",
        headline: issue.subject,
        datePublished: siteIsoInstant(new Date(issue.sent_at)),
        mainEntityOfPage: `${origin}${path}`,
        author: organization,
        publisher: organization,
      },
      breadcrumbs(origin, [
        { name: "Newsletter", path: "/newsletter" },
        { name: issue.subject, path },
      ]),
    ],
  });
  return [...tags, feedLink(args, "newsletter", "/newsletter/rss.xml")];
};

export default function NewsletterIssue() {
  const { issue } = useLoaderData<typeof loader>();
  const sentAt = new Date(issue.sent_at);
  return (
    <main id="main">
      <article>
        <PageHeader
          title={issue.subject}
          lead={issue.preview_text || undefined}
          kicker={
            <p>
              Newsletter · <time dateTime={siteIsoDay(sentAt)}>{siteDay(sentAt)}</time>
            </p>
          }
        />
        <div className="wrap story">
          <RenderedMarkdown className="prose" html={issue.html} />
          <Icon name="mark" size={36} className="end" />
        </div>
      </article>
      <nav className="quiet section no-print" aria-label="Newsletter">
        <p className="wrap flex flex-wrap gap-x-6 gap-y-2">
          <a className="more" href="/newsletter">
            All issues
          </a>
          <a className="more" href="/insights#newsletter">
            Subscribe
          </a>
        </p>
      </nav>
    </main>
  );
}
