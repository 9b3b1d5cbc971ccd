import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { setQuiet } from "../features/attendance/status-page/status-page.server.ts";
import { unsubscribeLimit } from "../features/newsletter/unsubscribe-limit.ts";
import { personalHeaders, redirect } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";
import { isToken } from "../platform/text/link-token.ts";

export const handle: RouteHandle = { oneClick: true, rateLimit: unsubscribeLimit };

/** Opening the link of a forwarded email must not end the emails to its recipient. */
export function loader({ params: { token = "" } }: LoaderFunctionArgs) {
  return redirect(`/w/${token}#quiet`, { headers: personalHeaders });
}

/**
 * Handles the unsubscribe button of mail clients in emails that organizers write in their own words (RFC 8058), whatever
 * they send; the response is the same for an invalid link. The sign-up stays, and what concerns it still comes.
 */
export async function action({ params: { token = "" }, context }: ActionFunctionArgs) {
  if (isToken(token)) await setQuiet(context, token, true);
  return new Response("The organizers send this address no more emails of their own about this event.\n", {
    headers: { ...personalHeaders, "Content-Type": "text/plain; charset=utf-8" },
  });
}
