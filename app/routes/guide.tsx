import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { pathOf, socialPictureOf } from "../features/articles/article.ts";
import { GuideView } from "../features/articles/article-view.tsx";
import { findArticle } from "../features/articles/articles.server.ts";
import { breadcrumbs, originOf, pageMeta } from "../features/metadata/metadata.ts";
import { copyAge } from "../platform/database/last-good.ts";
import { notFound, redirect } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { ButtonLink } from "../ui/button.tsx";
import { CopyNotice } from "../ui/copy-notice.tsx";

export const handle: RouteHandle = { section: "/education", cache: {} };

export async function loader({ params, context }: LoaderFunctionArgs) {
  const guide = await findArticle(context, "guide", params.guide ?? "");
  if (!guide) throw notFound();
  if ("moved_to" in guide) throw redirect(pathOf("guide", guide.moved_to), 301);
  return { guide, copy: copyAge(context) };
}

export const meta: MetaFunction<typeof loader> = (args) => {
  if (!args.data) return [];
  const { slug, title, excerpt } = args.data.guide;
  const path = pathOf("guide", slug);
  const trail = [
    { name: "Education", path: "/education" },
    { name: title, path },
  ];
  return pageMeta(args, {
    title,
    description: excerpt,
    path,
    image: socialPictureOf(args.data.guide),
    structured: [breadcrumbs(originOf(args), trail)],
  });
};

export default function Guide() {
  const { guide, copy } = useLoaderData<typeof loader>();
  return (
    <main id="main">
      <GuideView article={guide} notice={<CopyNotice copy={copy} what="This is the guide as it was at" />}>
        <p className="mt-12">
          <ButtonLink href="/education">Go on in the library</ButtonLink>
        </p>
      </GuideView>
    </main>
  );
}
