import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { findPlace, forwardedToOf } from "../features/places/place.server.ts";
import { notFound, personalHeaders } from "../platform/http.ts";

export async function loader({ params, context }: LoaderFunctionArgs) {
  const place = await findPlace(context, params.token);
  if (place?.state !== "waiting") throw notFound();
  const { event, state: _state, ...held } = place;
  return new Response(
    `${JSON.stringify({ event: event.title, ...held, forwarded_to: forwardedToOf(context, place) }, null, 2)}\n`,
    {
      headers: {
        ...personalHeaders,
        "Content-Type": "application/json; charset=utf-8",
        "Content-Disposition": 'attachment; filename="your-data.json"',
      },
    },
  );
}
