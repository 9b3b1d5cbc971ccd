import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { xml } from "remix-utils/responses";
import { rssFeed } from "../features/insights/feeds.ts";
import { articles } from "../features/insights/insights.tsx";
import { pageCache } from "../platform/http.ts";
import type { RouteHandle } from "../platform/route-handle.ts";

export const handle: RouteHandle = { cache: {} };

export const loader = ({ context }: LoaderFunctionArgs) =>
  xml(rssFeed(articles, context.origin), {
    headers: { "Content-Type": "application/rss+xml; charset=utf-8", ...pageCache },
  });
