import type { RateLimit } from "../../../platform/request/route-handle.ts";

/** High, because all helpers at one door share a network and everyone arrives within minutes. */
export const doorLimit: RateLimit = {
  binding: "DOOR",
  perMinute: 600,
  refusal: {
    title: "Too many requests",
    text: "Too many people were checked in from your network in one minute, so nothing was done. Wait a minute, go back and send it again.",
  },
};
