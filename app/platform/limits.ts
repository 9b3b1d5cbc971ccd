/** What one visitor's address may send in a minute (a workshop shares one), and the binding of wrangler.toml that counts it. */
export const rateLimits = {
  forms: { binding: "FORMS", perMinute: 60 },
  likes: { binding: "LIKES", perMinute: 300 },
  "sign-in": { binding: "SIGN_IN", perMinute: 10 },
} as const;

export type RateLimitName = keyof typeof rateLimits;

interface Limiter {
  limit(options: { key: string }): Promise<{ success: boolean }>;
}

/**
 * Counts one more and says whether it is still within the limit. Without the binding, as in `npm run dev`, and when the
 * counter fails, everything is: a form that is lost costs more than one too many.
 * @param key the keyed digest of the visitor's address; those without one share a budget
 */
export async function isWithinLimit(bindings: object, name: RateLimitName, key: string | null): Promise<boolean> {
  const limiter = (bindings as Record<string, Limiter | undefined>)[rateLimits[name].binding];
  if (typeof limiter?.limit !== "function") return true;
  try {
    return (await limiter.limit({ key: key ?? "unknown" })).success;
  } catch {
    return true;
  }
}
