import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ArticleText, articles, findArticle } from "../features/insights/insights.tsx";
import { breadcrumbs, originOf, pageMeta } from "../features/metadata/metadata.ts";
import { longDay } from "../platform/honolulu.ts";
import { notFound } from "../platform/http.ts";
import type { RouteHandle } from "../platform/route-handle.ts";
import { site } from "../site.ts";

export const handle: RouteHandle = { kept: {} };

export function loader({ params }: LoaderFunctionArgs) {
  const article = findArticle(params.slug ?? "");
  if (!article) throw notFound();
  const others = articles.filter((other) => other.id !== article.id);
  return { article, others: others.map(({ id, title }) => ({ id, title })) };
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
      <article className="wrap section first">
        <header className="max-w-200">
          <p className="hint">
            {article.category} · <time dateTime={article.date}>{longDay(article.date)}</time> · {article.readingMinutes}{" "}
            min read
          </p>
          <h1 className="mt-3">{article.title}</h1>
          <p className="lead">{article.excerpt}</p>
        </header>
        <img
          className="picture mt-8"
          src={article.image}
          alt={article.imageAlt}
          width={1600}
          height={900}
          {...{ fetchpriority: "high" }}
        />
        <div className="prose mt-10">
          <ArticleText id={article.id} />
        </div>
      </article>
      <nav className="wrap section pt-0" aria-labelledby="more">
        <h2 id="more" className="text-2xl">
          More insights
        </h2>
        <ul className="mt-4 grid gap-2">
          {others.map((other) => (
            <li key={other.id}>
              <a href={`/insights/${other.id}`}>{other.title}</a>
            </li>
          ))}
          <li>
            <a href="/insights">View all insights</a>
          </li>
        </ul>
      </nav>
    </main>
  );
}
