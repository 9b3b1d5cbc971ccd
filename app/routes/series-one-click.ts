import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { unsubscribeLimit } from "../features/newsletter/unsubscribe-limit.ts";
import { subscriptionPath } from "../features/series/series-link.ts";
import { leaveSeries } from "../features/series/subscription.server.ts";
import { personalHeaders, redirect } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";

export const handle: RouteHandle = { oneClick: true, rateLimit: unsubscribeLimit };

/** Opening the link of a forwarded email must not unsubscribe its recipient. */
export function loader({ params: { token = "" } }: LoaderFunctionArgs) {
  return redirect(subscriptionPath(token), { headers: personalHeaders });
}

/** Handles the unsubscribe button of mail clients (RFC 8058), whatever they send; the response is the same for an invalid link. */
export async function action({ params: { token = "" }, context }: ActionFunctionArgs) {
  await leaveSeries(context, token);
  return new Response("You get no more emails about new editions at this address.\n", {
    headers: { ...personalHeaders, "Content-Type": "text/plain; charset=utf-8" },
  });
}
