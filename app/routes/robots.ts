import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { RouteHandle } from "../platform/route-handle.ts";

export const handle: RouteHandle = { kept: {} };

export const loader = ({ context }: LoaderFunctionArgs) =>
  new Response(`User-agent: *\nDisallow: /admin\n\nSitemap: ${context.origin}/sitemap.xml\n`, {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "private, no-cache" },
  });
