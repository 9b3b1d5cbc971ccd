import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireSchedule } from "../features/programme/answer-schedule.server.ts";
import { pageCache } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";

export const handle: RouteHandle = { cache: {} };

export async function loader({ params, context }: LoaderFunctionArgs) {
  return Response.json({ schedule: await requireSchedule(context, params.key) }, { headers: pageCache });
}
