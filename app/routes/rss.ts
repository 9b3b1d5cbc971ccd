import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { xml } from "remix-utils/responses";
import { listArticles } from "../features/articles/articles.server.ts";
import { feedSize, rssFeed } from "../features/articles/feeds.ts";
import { pageCache } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";

export const handle: RouteHandle = { cache: {} };

export async function loader({ context }: LoaderFunctionArgs) {
  const { articles } = await listArticles(context, "article", { size: feedSize });
  return xml(rssFeed(articles, context), {
    headers: { "Content-Type": "application/rss+xml; charset=utf-8", ...pageCache },
  });
}
