import type { RateLimit } from "../../platform/request/route-handle.ts";

/** One server of a mail service presses the unsubscribe button for many people; whoever tries tokens has no more than it. */
export const unsubscribeLimit: RateLimit = {
  binding: "UNSUBSCRIBE",
  perMinute: 120,
  refusal: {
    title: "Too many requests",
    text: "Too many people were unsubscribed from your network in one minute, so nothing was done. Wait a minute and try again.",
  },
};
