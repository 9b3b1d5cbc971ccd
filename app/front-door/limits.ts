import { doorLimit } from "../features/attendance/check-in/door-limit.ts";
import { likeLimit } from "../features/likes/like-limit.ts";
import { unsubscribeLimit } from "../features/newsletter/unsubscribe-limit.ts";
import { searchLimit } from "../features/search/search-limit.ts";
import { signInLimit } from "../features/sign-in/sign-in-limit.ts";
import type { RateLimit } from "../platform/request/route-handle.ts";

export const formsLimit: RateLimit = {
  binding: "FORMS",
  perMinute: 600,
  refusal: {
    title: "Too many requests",
    text: "Too many forms came from your network in one minute, so nothing was done. Wait a minute, go back and send it again.",
  },
};

export const rateLimits = [formsLimit, likeLimit, signInLimit, doorLimit, unsubscribeLimit, searchLimit];

interface Limiter {
  limit(options: { key: string }): Promise<{ success: boolean }>;
}

/**
 * Counts one more request and returns whether it is still within the limit. If the binding is missing or the counter
 * fails, it always is: losing a form costs more than accepting one too many.
 * @param key the keyed digest of the visitor's address, or a path; visitors without one share a budget
 */
export async function isWithinLimit(bindings: object, { binding }: RateLimit, key: string | null): Promise<boolean> {
  const limiter = (bindings as Record<string, Limiter | undefined>)[binding];
  if (typeof limiter?.limit !== "function") return true;
  try {
    return (await limiter.limit({ key: key ?? "unknown" })).success;
  } catch {
    return true;
  }
}
