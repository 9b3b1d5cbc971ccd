import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { unsubscribeLimit } from "../features/newsletter/unsubscribe-limit.ts";
import { subscriptionPath } from "../features/series/series-link.ts";
import { leaveSeries } from "../features/series/subscription.server.ts";
import { personalHeaders, redirect, seeOther } from "../platform/request/http.ts";
import type { RouteHandle } from "../platform/request/route-handle.ts";

export const handle: RouteHandle = { oneClick: true, rateLimit: unsubscribeLimit };

/** Whoever follows the link of a forwarded mail must not take its owner off the list. */
export function loader({ params: { token = "" } }: LoaderFunctionArgs) {
  return redirect(subscriptionPath(token), { headers: personalHeaders });
}

/** What mail programs send for their own button (RFC 8058); the answer is the same for a link that leads nowhere. */
export async function action({ params: { token = "" }, request, context }: ActionFunctionArgs) {
  const form = await request.formData();
  if (form.get("List-Unsubscribe") !== "One-Click") return seeOther(subscriptionPath(token));
  await leaveSeries(context, token);
  return new Response("You get no more emails about new editions at this address.\n", {
    headers: { ...personalHeaders, "Content-Type": "text/plain; charset=utf-8" },
  });
}
