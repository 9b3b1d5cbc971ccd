import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { xml } from "remix-utils/responses";
import { requireSchedule } from "../features/programme/answer-schedule.server.ts";
import { scheduleXml } from "../features/programme/schedule.ts";
import { pageCache } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";

export const handle: RouteHandle = { cache: {} };

/** Returns the program of an event for Giggity, EventFahrplan and others, in frab's format. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const schedule = await requireSchedule(context, params.key);
  return xml(scheduleXml(schedule), { headers: pageCache });
}
