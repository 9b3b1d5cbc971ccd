import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { pageNumber } from "../features/education/library-query.ts";
import { findLiked } from "../features/education/liked.server.ts";
import { ResourceCard } from "../features/education/resource-card.tsx";
import { answerLike } from "../features/likes/answer-like.server.ts";
import { LikeFailed } from "../features/likes/like-failed.tsx";
import { likeLimit } from "../features/likes/like-limit.ts";
import { pageMeta } from "../features/metadata/metadata.ts";
import { neverStored } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { numberText } from "../platform/text/number-text.ts";
import { Nothing } from "../ui/nothing.tsx";
import { PageHeader } from "../ui/page-header.tsx";
import { Pages } from "../ui/pages.tsx";

const path = "/education/liked";

export const handle: RouteHandle = { rateLimit: likeLimit };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = pageNumber(new URL(request.url).searchParams);
  return data(await findLiked(context, page), { headers: { ...neverStored, "X-Robots-Tag": "noindex" } });
}

const pageHref = (page: number) => (page > 1 ? `${path}?page=${page}` : path);

export const action = (args: ActionFunctionArgs) =>
  answerLike(args, () => pageHref(pageNumber(new URL(args.request.url).searchParams)));

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders;

export const meta: MetaFunction<typeof loader> = (args) =>
  pageMeta(args, {
    title: "What you liked",
    description: "The resources of our library that you gave a heart, in one list.",
    path,
    indexed: false,
  });

export default function Liked() {
  const { isSignedIn, total, page, pages, resources } = useLoaderData<typeof loader>();
  const failed = useActionData<typeof action>();
  return (
    <main id="main">
      <PageHeader title="What you liked" lead="The resources of our library that you gave a heart." stars="seven" />
      <div className="wrap section">
        {failed ? <LikeFailed /> : null}
        {total > 0 ? (
          <>
            <p>
              {total === 1 ? "1 resource" : `${numberText(total)} resources`}, the one you liked last first. Save{" "}
              {total === 1 ? "it" : "them"} as <a href={`${path}.html`}>bookmarks for your browser (HTML)</a> or as{" "}
              <a href={`${path}.json`}>data for other programs (JSON)</a>.
            </p>
            <div className="mt-6 grid gap-5 md:grid-cols-2">
              {resources.map((resource) => (
                <ResourceCard key={resource.id} resource={resource} tab={resource.tab_key} />
              ))}
            </div>
            <div className="mt-8">
              <Pages label="Pages of what you liked" page={page} pages={pages} href={pageHref} />
            </div>
          </>
        ) : (
          <Nothing>
            <p>
              There is nothing here yet. Press the heart of a resource in the <a href="/education">library</a>, and you
              will find it here{isSignedIn ? "" : ", unless cookies are off"}.
            </p>
          </Nothing>
        )}
        {isSignedIn ? null : (
          <p className="hint mt-8">
            We know this list by a cookie of your browser, and by nothing else: another browser has a list of its own.
          </p>
        )}
      </div>
    </main>
  );
}
