import { z } from "zod";
import { type OutsideAnswer, postJson } from "../../platform/outside.server.ts";

export type ProviderOutcome =
  | { kind: "pending" }
  | { kind: "active" }
  | { kind: "refused"; message: string }
  | { kind: "unreachable" };

interface Provider {
  url: string;
  token: string;
}

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
 * bearer token, answers `{ data: { status } }` or `{ errors: [{ message }] }`).
 */
export async function subscribeAtProvider({ url, token }: Provider, email: string): Promise<ProviderOutcome> {
  const answer = await postJson(
    url,
    { Authorization: `Bearer ${token}` },
    {
      email,
      reactivate_existing: false,
      send_welcome_email: true,
      utm_source: "website",
      utm_medium: "newsletter_signup",
      utm_campaign: "insights_page",
    },
  );
  if (!answer) return { kind: "unreachable" };
  return answer.status >= 200 && answer.status < 300
    ? subscribed(answer)
    : { kind: "refused", message: wordsOf(answer) };
}

function subscribed({ body }: OutsideAnswer): ProviderOutcome {
  const parsed = success.safeParse(body);
  const status = parsed.success ? parsed.data.data.status : "";
  if (pending.includes(status)) return { kind: "pending" };
  return status === "active" ? { kind: "active" } : { kind: "refused", message: genericFailure };
}

/** The provider's own words only where it says what is wrong with the address; shown as text. */
function wordsOf({ status, body }: OutsideAnswer): string {
  const parsed = refusal.safeParse(body);
  if (status !== 400 || !parsed.success) return genericFailure;
  return (parsed.data.errors?.[0]?.message ?? parsed.data.message ?? genericFailure).slice(0, 200);
}
