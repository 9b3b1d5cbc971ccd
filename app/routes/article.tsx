import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pathOf, socialPictureOf } from "../features/articles/article.ts";
import { ArticlePicture } from "../features/articles/article-picture.tsx";
import { articleStructure } from "../features/articles/article-structure.ts";
import { ArticleView } from "../features/articles/article-view.tsx";
import { findArticle } from "../features/articles/articles.server.ts";
import { breadcrumbs, pageMeta, publisherOf } from "../features/metadata/metadata.ts";
import { copyAge } from "../platform/database/last-good.ts";
import { notFound, redirect } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { CopyNotice } from "../ui/copy-notice.tsx";

export const handle: RouteHandle = { cache: {} };

/** The most other articles linked at the end of one. */
const mostOthers = 4;

export async function loader({ params, context }: LoaderFunctionArgs) {
  const found = await findArticle(context, "article", params.slug ?? "");
  if (!found) throw notFound();
  if ("moved_to" in found) throw redirect(pathOf("article", found.moved_to), 301);
  const { others, ...article } = found;
  const next = others.filter(({ slug }) => slug !== article.slug).slice(0, mostOthers);
  return { article, others: next, copy: copyAge(context) };
}

export const meta: MetaFunction<typeof loader> = (args) => {
  const article = args.data?.article;
  if (!article) return [];
  const { origin, site } = publisherOf(args);
  const path = pathOf("article", article.slug);
  return pageMeta(args, {
    title: article.title,
    description: article.excerpt,
    path,
    type: "article",
    image: socialPictureOf(article),
    structured: [
      articleStructure(article, { origin, site }),
      breadcrumbs(origin, [
        { name: "Insights", path: "/insights" },
        { name: article.title, path },
      ]),
    ],
  });
};

export default function ArticlePage() {
  const { article, others, copy } = useLoaderData<typeof loader>();
  return (
    <main id="main">
      <ArticleView article={article} notice={<CopyNotice copy={copy} what="This is the article as it was at" />} />
      <nav className="quiet section no-print" aria-labelledby="more">
        <div className="wrap">
          <h2 id="more">More insights</h2>
          <ul className="mt-6 grid gap-4 md:grid-cols-2">
            {others.map((other) => (
              <li key={other.slug} className="card leading small">
                <ArticlePicture article={other} sizes="16rem" className="scene" isDecoration />
                <p className="body">
                  <a className="more cover" href={pathOf("article", other.slug)}>
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
