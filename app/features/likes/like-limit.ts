import type { RateLimit } from "../../platform/request/route-handle.ts";

export const likeLimit: RateLimit = {
  binding: "LIKES",
  perMinute: 600,
  refusal: {
    title: "Failed to update like",
    text: "Too many likes came from your network in one minute. Wait a minute, go back and try again.",
  },
};
