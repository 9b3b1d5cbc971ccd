import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { atomFeed } from "../features/insights/feeds.ts";
import { articles } from "../features/insights/insights.tsx";
import type { RouteHandle } from "../platform/route-handle.ts";

export const handle: RouteHandle = { kept: {} };

export const loader = ({ context }: LoaderFunctionArgs) =>
  new Response(atomFeed(articles, context.origin), {
    headers: { "Content-Type": "application/atom+xml; charset=utf-8", "Cache-Control": "private, no-cache" },
  });
