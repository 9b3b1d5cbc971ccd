import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { drawnDateOf, drawPoster } from "../features/events/poster/drawn-poster.ts";
import { notFound } from "../platform/request/http.ts";
import { slug } from "../platform/text/text.ts";

/** Draws a poster from its path alone, so browsers keep it permanently and an admin sees that of a draft too. */
export function loader({ params }: LoaderFunctionArgs) {
  const { key = "", date = "" } = params;
  const drawn = drawnDateOf(date);
  if (!drawn || !slug.test(key)) throw notFound();
  const headers = { "Content-Type": "image/svg+xml", "Cache-Control": "public, max-age=31536000, immutable" };
  return new Response(drawPoster(key, drawn), { headers });
}
