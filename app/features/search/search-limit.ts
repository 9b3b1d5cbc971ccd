import type { RateLimit } from "../../platform/request/route-handle.ts";

/** Every search is drawn anew and asks the database, while a workshop that shares an address looks something up together. */
export const searchLimit: RateLimit = {
  binding: "SEARCH",
  perMinute: 120,
  refusal: {
    title: "Too many searches",
    text: "Too many searches came from your network in one minute. Wait a minute and search again.",
  },
};
