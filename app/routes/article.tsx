import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ArticleText, articles, findArticle } from "../features/insights/insights.tsx";
import { breadcrumbs, originOf, pageMeta } from "../features/metadata/metadata.ts";
import { longDay } from "../platform/honolulu.ts";
import { notFound } from "../platform/http.ts";
import type { RouteHandle } from "../platform/route-handle.ts";
import { site } from "../site.ts";
import { Icon } from "../ui/icon.tsx";
import { PageHeader } from "../ui/page-header.tsx";

export const handle: RouteHandle = { cache: {} };

export function loader({ params }: LoaderFunctionArgs) {
  const article = findArticle(params.slug ?? "");
  if (!article) throw notFound();
  const others = articles.filter((other) => other.id !== article.id);
  return { article, others: others.map(({ id, title, image }) => ({ id, title, image })) };
}

export const meta: MetaFunction<typeof loader> = (args) => {
  const article = args.data?.article;
  if (!article) return [];
  const origin = originOf(args);
  const path = `/insights/${article.id}`;
  const organization = { "@type": "Organization" as const, name: site.name, url: `${origin}/` };
  return pageMeta(args, {
    title: article.title,
    description: article.excerpt,
    path,
    type: "article",
    structured: [
      {
        "@type": "BlogPosting",
        headline: article.title,
        description: article.excerpt,
        datePublished: article.date,
        articleSection: article.category,
        image: `${origin}${article.image}`,
        mainEntityOfPage: `${origin}${path}`,
        author: organization,
        publisher: organization,
      },
      breadcrumbs(origin, [
        { name: "Insights", path: "/insights" },
        { name: article.title, path },
      ]),
    ],
  });
};

export default function ArticlePage() {
  const { article, others } = useLoaderData<typeof loader>();
  return (
    <main id="main">
      <article>
        <PageHeader
          title={article.title}
          lead={article.excerpt}
          kicker={
            <p>
              {article.category} · <time dateTime={article.date}>{longDay(article.date)}</time> ·{" "}
              {article.readingMinutes} min read
            </p>
          }
        />
        <div className="wrap story">
          <img
            className="picture"
            src={article.image}
            alt={article.imageAlt}
            width={1600}
            height={900}
            {...{ fetchpriority: "high" }}
          />
          <div className="prose">
            <ArticleText id={article.id} />
          </div>
          <Icon name="mark" size={36} className="end" />
        </div>
      </article>
      <nav className="quiet section no-print" aria-labelledby="more">
        <div className="wrap">
          <h2 id="more">More insights</h2>
          <ul className="mt-6 grid gap-4 md:grid-cols-2">
            {others.map((other) => (
              <li key={other.id} className="card leading small">
                <img src={other.image} alt="" width={1600} height={900} loading="lazy" />
                <p className="body">
                  <a className="more cover" href={`/insights/${other.id}`}>
                    {other.title}
                  </a>
                </p>
              </li>
            ))}
          </ul>
          <p className="mt-6">
            <a className="more" href="/insights">
              View all insights
            </a>
          </p>
        </div>
      </nav>
    </main>
  );
}
