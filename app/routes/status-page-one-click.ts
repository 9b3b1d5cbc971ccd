import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { findStatusPage, leaveWaitlist } from "../features/attendance/status-page/status-page.server.ts";
import { unsubscribeLimit } from "../features/newsletter/unsubscribe-limit.ts";
import { personalHeaders, redirect, seeOther } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";

export const handle: RouteHandle = { oneClick: true, rateLimit: unsubscribeLimit };

/** Opening the link of a forwarded email must not take its recipient off the waitlist. */
export function loader({ params: { token = "" } }: LoaderFunctionArgs) {
  return redirect(`/w/${token}#leave`, { headers: personalHeaders });
}

/**
 * Handles the unsubscribe button of mail clients (RFC 8058), whatever they send; the response is the same for an invalid
 * link. A reservation can only be given up on its page: a person who wants no more email may still want to come.
 */
export async function action({ params: { token = "" }, context }: ActionFunctionArgs) {
  const entry = await findStatusPage(context, token);
  if (entry?.state === "waiting") {
    if (entry.reservation) return seeOther(`/w/${token}#leave`);
    await leaveWaitlist(context, token, entry, "left");
  }
  return new Response("This address is not on the waitlist.\n", {
    headers: { ...personalHeaders, "Content-Type": "text/plain; charset=utf-8" },
  });
}
