import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import { DatabaseUnavailable } from "../../platform/database/unavailable.ts";
import { keyedDigest } from "../../platform/request/visitor.ts";
import { paceOf } from "../outbox/pace.ts";
import type { Provider } from "../outbox/subscription-request.ts";
import { genericFailure, type ProviderOutcome, providerOutcome, subscribeAtProvider } from "./provider.server.ts";

const turn = z.object({
  allowed: z.boolean(),
  paused: z.boolean(),
  in_turn: z.boolean(),
  last: providerOutcome.nullable(),
});

/**
 * Sends an address to the provider at most 3 times a day; after that it returns the last outcome again. During a pause
 * the provider has requested, and without the database that counts requests, nothing is sent: the outcome is
 * unreachable. While others wait for their turn, it is in-turn.
 */
export async function askProvider(
  { env, database, deadline }: AppLoadContext,
  provider: Provider,
  email: string,
): Promise<ProviderOutcome | { kind: "in-turn" }> {
  const key = await newsletterKey(env.VISITOR_SECRET, email);
  try {
    const answer = await database.call("begin_newsletter_request", { p_email_key: key, ...paceOf({ env }) });
    const { allowed, paused, in_turn: inTurn, last } = turn.parse(answer);
    if (inTurn) return { kind: "in-turn" };
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
    // The provider has responded, and that counts even if the outcome could not be stored.
    if (!(error instanceof DatabaseUnavailable)) throw error;
  }
  return outcome;
}

/** Identifies an address in the count of requests to the provider, where no address is stored. */
export function newsletterKey(secret: string, email: string): Promise<string> {
  return keyedDigest(secret, `newsletter:v1:${email.trim().toLowerCase()}`);
}

/** The table identifies the address only by a digest, so the provider's message must not repeat it. */
function withoutAddress(outcome: ProviderOutcome): ProviderOutcome {
  const hasAddress = outcome.kind === "refused" && /@|%40/.test(outcome.message);
  return hasAddress ? { kind: "refused", message: genericFailure } : outcome;
}
