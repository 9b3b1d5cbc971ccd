import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { calendarFile, calendarResponse, feedInterval } from "../features/events/calendar/calendar.server.ts";
import { eventFilters, filterIn, filterQueries } from "../features/events/event/event-filter.ts";
import { listEvents } from "../features/events/event/events.server.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";

export const handle: RouteHandle = { cache: { filters: eventFilters } };

/** Returns the calendar of all events, or of those in a room, online or on an island: `?island=maui`. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const filter = filterIn(new URL(request.url).searchParams);
  context.page.variants = { values: filterQueries, pages: 1 };
  const file = calendarFile(await listEvents(context, filter), context, feedInterval);
  return calendarResponse(file, "events", "inline");
}
