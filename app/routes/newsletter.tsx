import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pathOfIssue } from "../features/issues/issue.ts";
import { listPublishedIssues } from "../features/issues/published-issues.server.ts";
import { issuesSenderOf } from "../features/mail/mail-sender.server.ts";
import { breadcrumbs, feedLink, originOf, pageMeta } from "../features/metadata/metadata.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { siteDay, siteIsoDay } from "../platform/text/site-time.ts";
import { PageHeader } from "../ui/page-header.tsx";

export const handle: RouteHandle = { section: "/insights", cache: {} };

export const loader = async ({ context }: LoaderFunctionArgs) => ({
  issues: await listPublishedIssues(context),
  sendsIssues: issuesSenderOf(context.env) !== null,
});

export const meta: MetaFunction<typeof loader> = (args) => [
  ...pageMeta(args, {
    title: "Newsletter",
    description: "Every issue of our newsletter, to read on the web.",
    path: "/newsletter",
    structured: [breadcrumbs(originOf(args), [{ name: "Newsletter", path: "/newsletter" }])],
  }),
  feedLink(args, "newsletter", "/newsletter/rss.xml"),
];

export default function Newsletter() {
  const { issues, sendsIssues } = useLoaderData<typeof loader>();
  return (
    <main id="main">
      <PageHeader title="Newsletter" lead="Issues that were sent from this site, to read on the web." />
      <div className="wrap section">
        {issues.length > 0 ? (
          <ul className="grid gap-6">
            {issues.map(({ slug, subject, preview_text, sent_at }) => (
              <li key={slug}>
                <h2 className="text-h3">
                  <a href={pathOfIssue({ slug })}>{subject}</a>
                </h2>
                <p className="hint">
                  <time dateTime={siteIsoDay(new Date(sent_at))}>{siteDay(new Date(sent_at))}</time>
                </p>
                {preview_text ? <p>{preview_text}</p> : null}
              </li>
            ))}
          </ul>
        ) : (
          <p>
            No issue was sent from this site yet.
            {sendsIssues ? " The first one will appear here on the day it is sent." : ""}
          </p>
        )}
        <p className="mt-8 flex flex-wrap gap-x-6 gap-y-2">
          <a href="/insights#newsletter">Subscribe</a> <a href="/newsletter/rss.xml">RSS</a>
        </p>
      </div>
    </main>
  );
}
