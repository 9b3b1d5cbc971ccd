import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { xml } from "remix-utils/responses";
import { issuesFeed } from "../features/issues/issues-feed.ts";
import { listPublishedIssues } from "../features/issues/published-issues.server.ts";
import { pageCache } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";

export const handle: RouteHandle = { cache: {} };

export const loader = async ({ context }: LoaderFunctionArgs) =>
  xml(issuesFeed(await listPublishedIssues(context), context), {
    headers: { "Content-Type": "application/rss+xml; charset=utf-8", ...pageCache },
  });
