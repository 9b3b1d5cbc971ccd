import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { listEvents } from "../features/events/event/events.server.ts";
import { eventStructure } from "../features/events/page/event-structure.ts";
import { pageCache } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";

export const handle: RouteHandle = { cache: {} };

/** Returns the events for other programs as schema.org data, except those whose day is not known yet. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { now } = context;
  const events = await listEvents(context);
  const graph = events.map((event) => eventStructure(event, context, now)).filter(Boolean);
  return Response.json({ "@context": "https://schema.org", "@graph": graph }, { headers: pageCache });
}
