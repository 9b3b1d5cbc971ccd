import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { findStatusPage } from "../features/attendance/status-page/status-page.server.ts";
import { calendarFile, calendarResponse } from "../features/events/calendar/calendar.server.ts";
import { isDayKnown } from "../features/events/event/event.ts";
import { findEvent } from "../features/events/event/events.server.ts";
import { notFound, personalHeaders } from "../platform/request/http.ts";

/** The event as somebody with a spot attends it: at its place, or online with the link to join. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const entry = await findStatusPage(context, params.token);
  const own = entry?.state === "waiting" ? entry.reservation : null;
  // Who has the code of a spot in the room, or the link of one online.
  if (!entry || !own || !(own.code || own.join_url)) throw notFound();
  const event = await findEvent(context, entry.event.key);
  if (!event || !isDayKnown(event)) throw notFound();
  const answer = calendarResponse(
    calendarFile([event], context, undefined, { attends: own.attends, joinUrl: own.join_url }),
    event.key,
    "attachment",
  );
  for (const [name, value] of Object.entries(personalHeaders)) answer.headers.set(name, value);
  return answer;
}
