import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { txt } from "remix-utils/responses";
import { pageCache } from "../platform/http.ts";
import type { RouteHandle } from "../platform/route-handle.ts";

export const handle: RouteHandle = { cache: { readsNothing: true } };

export const loader = ({ context }: LoaderFunctionArgs) =>
  txt(`User-agent: *\nDisallow: /admin\n\nSitemap: ${context.origin}/sitemap.xml\n`, { headers: pageCache });
