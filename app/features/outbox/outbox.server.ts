import type { LoadContext } from "../../platform/load-context.ts";
import { log } from "../../platform/log.ts";
import { postJson } from "../../platform/outside.server.ts";
import { DatabaseUnavailable } from "../../platform/unavailable.ts";

interface Delivery {
  id: number;
  idempotency_key: string;
  attempts: number;
  payload: unknown;
}

const batch = 10;
/** Longer than one delivery may take, so that no second Worker takes it up meanwhile. */
const leaseSeconds = 60;
/** 4xx answers that may become better by themselves. */
const passing = [408, 425, 429];

/**
 * Sends what the outbox owes to the configured waitlist endpoint, each entry by itself, so that a bad one delays no other.
 * Runs after the answer has left, and once a minute by cron; never throws.
 */
export async function deliverOutbox({ env, database }: LoadContext): Promise<void> {
  if (!env.WAITLIST_ENDPOINT_URL) return;
  const endpoint = { url: env.WAITLIST_ENDPOINT_URL, token: env.WAITLIST_API_TOKEN };
  try {
    const claimed = (await database.call("claim_outbox", {
      p_limit: batch,
      p_lease_seconds: leaseSeconds,
    })) as Delivery[];
    const settle = async (delivery: Delivery) => {
      const { outcome, reason } = await deliver(endpoint, delivery);
      await database.call("settle_outbox", {
        p_id: delivery.id,
        p_outcome: outcome,
        p_error: reason as string,
        p_attempt: delivery.attempts,
      });
      if (outcome !== "delivered") log({ outcome: `outbox-${outcome}`, error: `${delivery.id}: ${reason}` });
    };
    await Promise.all(claimed.map(settle));
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) log({ outcome: "outbox-error", error: String(error).slice(0, 200) });
  }
}

async function deliver({ url, token }: { url: string; token?: string }, { idempotency_key: key, payload }: Delivery) {
  const headers = { "Idempotency-Key": key, ...(token ? { "X-API-Token": token } : {}) };
  const answer = await postJson(url, headers, payload);
  if (!answer) return { outcome: "retry", reason: "no answer" };
  if (answer.status < 300) return { outcome: "delivered", reason: null };
  const final = answer.status >= 400 && answer.status < 500 && !passing.includes(answer.status);
  return { outcome: final ? "failed" : "retry", reason: `status ${answer.status}` };
}
