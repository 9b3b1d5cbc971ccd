import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { calendarFile, calendarResponse } from "../features/events/calendar.server.ts";
import { isDayKnown } from "../features/events/event.ts";
import { findEvent } from "../features/events/events.server.ts";
import { notFound } from "../platform/http.ts";
import type { RouteHandle } from "../platform/route-handle.ts";

export const handle: RouteHandle = { cache: {} };

export async function loader({ params, context }: LoaderFunctionArgs) {
  const event = await findEvent(context, params.key ?? "");
  if (!event || !isDayKnown(event)) throw notFound();
  return calendarResponse(calendarFile([event], context.origin), event.key, "attachment");
}
