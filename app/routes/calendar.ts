import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { calendarFile, calendarResponse, feedInterval } from "../features/events/calendar/calendar.server.ts";
import { listEvents } from "../features/events/event/events.server.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";

export const handle: RouteHandle = { cache: {} };

export async function loader({ context }: LoaderFunctionArgs) {
  const file = calendarFile(await listEvents(context), context, feedInterval);
  return calendarResponse(file, "events", "inline");
}
