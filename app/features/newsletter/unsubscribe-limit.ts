import type { RateLimit } from "../../platform/request/route-handle.ts";

/** A mail service may unsubscribe many people from one server; who guesses tokens gets no higher limit. */
export const unsubscribeLimit: RateLimit = {
  binding: "UNSUBSCRIBE",
  perMinute: 120,
  refusal: {
    title: "Too many requests",
    text: "Too many people were unsubscribed from your network in one minute, so nothing was done. Wait a minute and try again.",
  },
};
