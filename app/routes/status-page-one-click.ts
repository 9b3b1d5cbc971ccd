import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { findStatusPage, leaveWaitlist, setQuiet } from "../features/attendance/status-page/status-page.server.ts";
import { unsubscribeLimit } from "../features/newsletter/unsubscribe-limit.ts";
import { personalHeaders, redirect } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";

export const handle: RouteHandle = { oneClick: true, rateLimit: unsubscribeLimit };

/** Opening the link of a forwarded email must not take its recipient off the waitlist. */
export function loader({ params: { token = "" } }: LoaderFunctionArgs) {
  return redirect(`/w/${token}#leave`, { headers: personalHeaders });
}

/**
 * Handles the unsubscribe button of mail clients (RFC 8058), whatever they send; an invalid link changes nothing. A reservation
 * can only be given up on its page: a person who wants no more email may still want to come, and gets no more of those
 * that organizers write in their own words.
 */
export async function action({ params: { token = "" }, context }: ActionFunctionArgs) {
  const entry = await findStatusPage(context, token);
  const hasReservation = entry?.state === "waiting" && entry.reservation !== null;
  if (hasReservation) await setQuiet(context, token, true);
  else if (entry?.state === "waiting") await leaveWaitlist(context, token, entry, "left");
  const said = hasReservation
    ? "The organizers send this address no more emails of their own about this event."
    : "This address is not on the waitlist.";
  return new Response(`${said}\n`, {
    headers: { ...personalHeaders, "Content-Type": "text/plain; charset=utf-8" },
  });
}
