import type { RateLimit } from "../../platform/request/route-handle.ts";

export const signInLimit: RateLimit = {
  binding: "SIGN_IN",
  perMinute: 10,
  refusal: { title: "Too many attempts", text: "Nothing was done. Please try again in a minute." },
};
