import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { findStatusPage } from "../features/attendance/status-page/status-page.server.ts";
import { calendarFile, calendarResponse } from "../features/events/calendar/calendar.server.ts";
import { isDayKnown } from "../features/events/event/event.ts";
import { findEvent } from "../features/events/event/events.server.ts";
import { notFound, personalHeaders } from "../platform/request/http.ts";

/** The file of an online event with its link, for somebody who has a spot. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const entry = await findStatusPage(context, params.token);
  const joinUrl = entry?.state === "waiting" ? entry.reservation?.join_url : null;
  if (!entry || !joinUrl) throw notFound();
  const event = await findEvent(context, entry.event.key);
  if (!event || !isDayKnown(event)) throw notFound();
  const answer = calendarResponse(calendarFile([event], context, undefined, joinUrl), event.key, "attachment");
  for (const [name, value] of Object.entries(personalHeaders)) answer.headers.set(name, value);
  return answer;
}
