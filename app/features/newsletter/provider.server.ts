import { z } from "zod";
import { type OutsideAnswer, passing, postJson } from "../../platform/outside.server.ts";
import { type Provider, subscriptionRequest } from "../outbox/subscription-request.ts";

export const providerOutcome = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("pending") }),
  z.object({ kind: z.literal("active") }),
  z.object({ kind: z.literal("refused"), message: z.string() }),
  z.object({ kind: z.literal("unreachable") }),
]);

export type ProviderOutcome = z.output<typeof providerOutcome>;

const pending = ["pending", "validating"];
const success = z.object({ data: z.object({ status: z.string() }) });
const refusal = z.object({
  errors: z
    .array(z.object({ message: z.string() }))
    .nonempty()
    .optional(),
  message: z.string().optional(),
});

export const genericFailure = "Something went wrong. Please try again.";

/**
 * Subscribes an address at the provider (beehiiv's v2 subscriptions API: POST /v2/publications/{id}/subscriptions,
 * bearer token, responds with `{ data: { status } }` or `{ errors: [{ message }] }`, or 429 with the time when it
 * ends).
 * @param milliseconds how long it may take; at most 4 s
 * @returns the outcome, and for how many seconds the provider wants no further request
 */
export async function subscribeAtProvider(
  provider: Provider,
  email: string,
  milliseconds: number,
): Promise<{ outcome: ProviderOutcome; pause: number }> {
  const answer = await postJson(subscriptionRequest(provider, email), milliseconds);
  if (!answer) return { outcome: { kind: "unreachable" }, pause: 0 };
  return { outcome: outcomeOf(answer), pause: answer.status === 429 ? answer.wait : 0 };
}

function outcomeOf(answer: OutsideAnswer): ProviderOutcome {
  if (answer.status >= 500 || passing.includes(answer.status)) return { kind: "unreachable" };
  const isGood = answer.status >= 200 && answer.status < 300;
  return isGood ? subscribed(answer) : { kind: "refused", message: wordsOf(answer) };
}

function subscribed({ body }: OutsideAnswer): ProviderOutcome {
  const parsed = success.safeParse(body);
  const status = parsed.success ? parsed.data.data.status : "";
  if (pending.includes(status)) return { kind: "pending" };
  return status === "active" ? { kind: "active" } : { kind: "refused", message: genericFailure };
}

/** The provider's own message, only if it says what is wrong with the address; shown as plain text. */
function wordsOf({ status, body }: OutsideAnswer): string {
  const parsed = refusal.safeParse(body);
  if (status !== 400 || !parsed.success) return genericFailure;
  return (parsed.data.errors?.[0]?.message ?? parsed.data.message ?? genericFailure).slice(0, 200);
}
