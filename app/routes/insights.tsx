import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ArticleCard } from "../features/articles/article-card.tsx";
import { listArticles } from "../features/articles/articles.server.ts";
import { isUntracked } from "../features/legal/processors.server.ts";
import { breadcrumbs, originOf, pageMeta } from "../features/metadata/metadata.ts";
import { newsletterConsent } from "../features/newsletter/newsletter.schema.ts";
import { answerNewsletter, newsletterDone } from "../features/newsletter/newsletter.server.ts";
import { NewsletterForm } from "../features/newsletter/newsletter-form.tsx";
import { copyAge } from "../platform/database/last-good.ts";
import { DatabaseUnavailable } from "../platform/database/unavailable.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { CopyNotice } from "../ui/copy-notice.tsx";
import { Notice } from "../ui/form-messages.tsx";
import { Nothing } from "../ui/nothing.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Pages } from "../ui/pages.tsx";
import { useSite } from "../use-site.ts";

const perPage = 12;

export const handle: RouteHandle = { cache: { choice: "page", receipts: true } };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams.get("page") ?? "";
  const shown = {
    done: newsletterDone(context),
    untracked: isUntracked(context.env),
  };
  try {
    const size = perPage;
    const {
      articles,
      total,
      page,
      has_issues: hasIssues,
    } = await listArticles(context, "article", {
      page: /^[1-9]\d{0,3}$/.test(asked) ? Number(asked) : 1,
      size,
    });
    const pages = Math.max(1, Math.ceil(total / perPage));
    // Each page except the first is a variant with a single page.
    context.page.variants = { values: Array.from({ length: pages - 1 }, (_, index) => String(index + 2)), pages: 1 };
    return data({ ...shown, hasIssues, articles, page, pages, copy: copyAge(context), failed: false });
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    const nothing = { hasIssues: false, articles: [], page: 1, pages: 1, copy: null, failed: true };
    return data({ ...shown, ...nothing }, { status: 503 });
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  return answerNewsletter(context, request, "/insights");
}

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: "Insights",
    description: "Articles on blockchain technology, written plainly and from the islands.",
    path: "/insights",
    structured: [breadcrumbs(originOf(args), [{ name: "Insights", path: "/insights" }])],
  });

export default function Insights() {
  const { articles, page, pages, copy, failed, done, untracked, hasIssues } = useLoaderData<typeof loader>();
  const failure = useActionData<typeof action>();
  return (
    <main id="main">
      <PageHeader title="Insights" lead="Longer reads, written plainly and from the islands." stars="kite" />
      <div className="wrap section">
        <CopyNotice copy={copy} what="These are the articles as they were at" />
        {failed ? (
          <Notice bad title="The articles cannot be shown right now">
            We can’t reach our records right now. Please try again in a minute.
          </Notice>
        ) : articles.length === 0 ? (
          <Nothing>
            <p>No articles have been published yet. They will appear here, the newest first.</p>
          </Nothing>
        ) : (
          <div className="grid gap-6 md:grid-cols-2">
            {articles.map((article, index) => (
              <ArticleCard key={article.slug} article={article} leads={page === 1 && index === 0} />
            ))}
          </div>
        )}
        <Pages
          label="Pages of articles"
          page={page}
          pages={pages}
          href={(to) => (to > 1 ? `/insights?page=${to}` : "/insights")}
        />
        <p className="mt-8 flex flex-wrap gap-x-6 gap-y-2">
          <a href="/insights">View all insights</a> <a href="/insights/rss.xml">RSS</a>{" "}
          <a href="/insights/atom.xml">Atom</a>
        </p>
      </div>
      <section className="quiet section" id="newsletter" aria-labelledby="newsletter-title">
        <div className="wrap grid items-center gap-10 md:grid-cols-2">
          <div>
            <h2 id="newsletter-title">Subscribe to our newsletter</h2>
            <p className="lead">
              {useSite().home.letterLead ?? newsletterConsent.text}
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
