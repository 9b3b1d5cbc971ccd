import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ArticleCard } from "../features/insights/article-card.tsx";
import { articles } from "../features/insights/insights.tsx";
import { isUntracked } from "../features/legal/processors.server.ts";
import { issuesSenderOf } from "../features/mail/mail-sender.server.ts";
import { breadcrumbs, originOf, pageMeta } from "../features/metadata/metadata.ts";
import { answerNewsletter, newsletterDone } from "../features/newsletter/newsletter.server.ts";
import { NewsletterForm } from "../features/newsletter/newsletter-form.tsx";
import type { RouteHandle } from "../platform/route-handle.ts";
import { PageHeader } from "../ui/page-header.tsx";

export const handle: RouteHandle = { cache: { alone: ["at"] } };

export async function loader({ request, context }: LoaderFunctionArgs) {
  return {
    done: await newsletterDone(context, request),
    untracked: isUntracked(context.env),
    hasIssues: issuesSenderOf(context.env) !== null,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerNewsletter(context, await request.formData(), "/insights");
}

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: "Insights",
    description: "Articles on blockchain technology, written plainly and from the islands.",
    path: "/insights",
    structured: [breadcrumbs(originOf(args), [{ name: "Insights", path: "/insights" }])],
  });

export default function Insights() {
  const { done, untracked, hasIssues } = useLoaderData<typeof loader>();
  const failure = useActionData<typeof action>();
  return (
    <main id="main">
      <PageHeader title="Insights" lead="Longer reads, written plainly and from the islands." stars="kite" />
      <div className="wrap section">
        <div className="grid gap-6 md:grid-cols-2">
          {articles.map((article, index) => (
            <ArticleCard key={article.id} article={article} leads={index === 0} />
          ))}
        </div>
        <p className="mt-8 flex flex-wrap gap-x-6 gap-y-2">
          <a href="/insights">View all insights</a>
          <a href="/insights/rss.xml">RSS</a>
          <a href="/insights/atom.xml">Atom</a>
        </p>
      </div>
      <section className="quiet section" id="newsletter" aria-labelledby="newsletter-title">
        <div className="wrap grid items-center gap-10 md:grid-cols-2">
          <div>
            <h2 id="newsletter-title">Subscribe to our newsletter</h2>
            <p className="lead">
              One letter a month: the next meetup, one thing worth reading, one way to help.
              {untracked ? " No tracking." : ""}
            </p>
            {hasIssues ? (
              <p>
                <a className="inline-block" href="/newsletter">
                  Read past issues
                </a>
              </p>
            ) : null}
          </div>
          <div className="card">
            <div className="body">
              <NewsletterForm lastResult={failure} done={done} />
            </div>
          </div>
        </div>
      </section>
    </main>
  );
}
