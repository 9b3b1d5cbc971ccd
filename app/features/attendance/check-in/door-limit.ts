import type { RateLimit } from "../../../platform/request/route-handle.ts";

/** The helpers of one door share a network, and everybody comes within minutes. */
export const doorLimit: RateLimit = {
  binding: "DOOR",
  perMinute: 300,
  refusal: {
    title: "Too many requests",
    text: "Too many people were checked in from your network in one minute, so nothing was done. Wait a minute, go back and send it again.",
  },
};
