import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { txt } from "remix-utils/responses";
import { pageCache } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";

export const handle: RouteHandle = { cache: {} };

export const loader = ({ context }: LoaderFunctionArgs) =>
  txt(`User-agent: *\nDisallow: /admin\n\nSitemap: ${context.origin}/sitemap.xml\n`, { headers: pageCache });
