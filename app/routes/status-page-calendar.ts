import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { findStatusPage } from "../features/attendance/status-page/status-page.server.ts";
import { calendarFile, calendarResponse } from "../features/events/calendar/calendar.server.ts";
import { isDayKnown } from "../features/events/event/event.ts";
import { findEvent } from "../features/events/event/events.server.ts";
import { notFound, personalHeaders } from "../platform/request/http.ts";

/** Returns the event for a person with a spot as they attend it: at the venue, or online with the link to join. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const entry = await findStatusPage(context, params.token);
  const own = entry?.state === "waiting" ? entry.reservation : null;
  // A person with a spot in the room has a code, and one who attends online has the link to join.
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
