import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { eventStructure } from "../features/events/event-structure.ts";
import { listEvents } from "../features/events/events.server.ts";
import { pageCache } from "../platform/http.ts";
import type { RouteHandle } from "../platform/route-handle.ts";

export const handle: RouteHandle = { cache: {} };

/** The events for other programs, in the words of schema.org; one whose day is not known yet is not among them. */
export async function loader({ context }: LoaderFunctionArgs) {
  const { origin, now } = context;
  const events = await listEvents(context);
  const graph = events.map((event) => eventStructure(event, origin, now)).filter(Boolean);
  return Response.json({ "@context": "https://schema.org", "@graph": graph }, { headers: pageCache });
}
