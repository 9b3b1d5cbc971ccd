import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import { DatabaseUnavailable } from "../../platform/database/unavailable.ts";
import { keyedDigest } from "../../platform/request/visitor.ts";
import type { Provider } from "../outbox/subscription-request.ts";
import { genericFailure, type ProviderOutcome, providerOutcome, subscribeAtProvider } from "./provider.server.ts";

const turn = z.object({ allowed: z.boolean(), paused: z.boolean(), last: providerOutcome.nullable() });

/**
 * Asks the provider about an address, 3 times a day at most; after that its last answer is given again. While it wants
 * no requests nobody asks, and without the database nobody counts, so that nobody asks either: unreachable.
 */
export async function askProvider(
  { env, database, deadline }: AppLoadContext,
  provider: Provider,
  email: string,
): Promise<ProviderOutcome> {
  const key = await newsletterKey(env.VISITOR_SECRET, email);
  try {
    const answer = await database.call("begin_newsletter_request", { p_email_key: key });
    const { allowed, paused, last } = turn.parse(answer);
    if (paused) return { kind: "unreachable" };
    if (!allowed) return last ?? { kind: "unreachable" };
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return { kind: "unreachable" };
    throw error;
  }
  const { outcome, pause } = await subscribeAtProvider(provider, email, deadline - Date.now());
  try {
    await database.call("end_newsletter_request", {
      p_email_key: key,
      p_outcome: withoutAddress(outcome),
      p_pause_seconds: pause,
    });
  } catch (error) {
    // The provider has answered: that counts, also where it could not be kept.
    if (!(error instanceof DatabaseUnavailable)) throw error;
  }
  return outcome;
}

/** Stands for an address in the count of requests to the newsletter provider: no address is stored there. */
export function newsletterKey(secret: string, email: string): Promise<string> {
  return keyedDigest(secret, `newsletter:v1:${email.trim().toLowerCase()}`);
}

/** Only a digest stands for the address in the table, so the provider's words must not repeat it. */
function withoutAddress(outcome: ProviderOutcome): ProviderOutcome {
  const hasAddress = outcome.kind === "refused" && /@|%40/.test(outcome.message);
  return hasAddress ? { kind: "refused", message: genericFailure } : outcome;
}
