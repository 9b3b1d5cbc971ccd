import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { xml } from "remix-utils/responses";
import { atomFeed } from "../features/insights/feeds.ts";
import { articles } from "../features/insights/insights.tsx";
import { pageCache } from "../platform/http.ts";
import type { RouteHandle } from "../platform/route-handle.ts";

export const handle: RouteHandle = { cache: {} };

export const loader = ({ context }: LoaderFunctionArgs) =>
  xml(atomFeed(articles, context.origin), {
    headers: { "Content-Type": "application/atom+xml; charset=utf-8", ...pageCache },
  });
