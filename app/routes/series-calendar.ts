import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { calendarFile, calendarResponse, feedInterval } from "../features/events/calendar/calendar.server.ts";
import { findSeries } from "../features/series/series.server.ts";
import { notFound } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";

export const handle: RouteHandle = { cache: {} };

export async function loader({ params, context }: LoaderFunctionArgs) {
  const series = await findSeries(context, params.key ?? "");
  if (!series) throw notFound();
  return calendarResponse(calendarFile(series.events, context, feedInterval), series.key, "inline");
}
