import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { calendarFile, calendarResponse, feedInterval } from "../features/events/calendar.server.ts";
import { listEvents } from "../features/events/events.server.ts";
import type { RouteHandle } from "../platform/route-handle.ts";

export const handle: RouteHandle = { cache: {} };

export async function loader({ context }: LoaderFunctionArgs) {
  const file = calendarFile(await listEvents(context), context.origin, feedInterval);
  return calendarResponse(file, "events", "inline");
}
