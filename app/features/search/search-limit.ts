import type { RateLimit } from "../../platform/request/route-handle.ts";

/** No search is cached and each queries the database; the limit leaves room for a workshop behind one IP address. */
export const searchLimit: RateLimit = {
  binding: "SEARCH",
  perMinute: 600,
  refusal: {
    title: "Too many searches",
    text: "Too many searches came from your network in one minute. Wait a minute and search again.",
  },
};
