import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { calendarFile, calendarResponse } from "../features/events/calendar/calendar.server.ts";
import { isDayKnown } from "../features/events/event/event.ts";
import { findEvent } from "../features/events/event/events.server.ts";
import { notFound } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { withoutLinkSecret } from "../platform/text/link-secret.ts";

export const handle: RouteHandle = { cache: {} };

export async function loader({ params, context }: LoaderFunctionArgs) {
  const event = await findEvent(context, params.key ?? "");
  if (!event || !isDayKnown(event)) throw notFound();
  return calendarResponse(calendarFile([event], context), withoutLinkSecret(event.key), "attachment");
}
