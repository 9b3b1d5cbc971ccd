import type { Env } from "../../platform/env.ts";
import type { LoadContext } from "../../platform/load-context.ts";
import { log } from "../../platform/log.ts";
import { deliverJson } from "../../platform/outside.server.ts";
import { createDatabase, type Database } from "../../platform/supabase.server.ts";
import { DatabaseUnavailable } from "../../platform/unavailable.ts";

interface Delivery {
  id: number;
  idempotency_key: string;
  kind: string;
  attempts: number;
  payload: object;
}

interface Receiver {
  url: string;
  headers: Record<string, string>;
  /** what is sent beside the payload */
  more: object;
}

/** The runtime keeps six connections open at a time: a request that waited for one would lose of its 4 s. */
const batch = 5;
/** A batch takes 11 subrequests (claim, 5 deliveries, 5 outcomes) of the 50 that the free plan allows a cron run. */
export const mostBatches = 4;
/** Milliseconds after which cron begins no further batch. */
const cronTimeout = 20_000;
/** Longer than a batch may take, so that no second Worker takes it up meanwhile. */
const leaseSeconds = 60;
/** 4xx answers that may become better by themselves. */
const passing = [408, 425, 429];

/** Sends a batch of what the outbox owes, behind the answer; whoever has written a row asks for it. Never throws. */
export function startDelivery({ env, waitUntil }: Pick<LoadContext, "env" | "waitUntil">): void {
  waitUntil(deliverBatch(env));
}

/**
 * Sends what is due, `batches` times 5 deliveries at most; for cron, once a minute. Never throws.
 * @returns whether the database could be asked for all of it
 */
export async function drainOutbox({ env }: Pick<LoadContext, "env">, batches = mostBatches): Promise<boolean> {
  const until = Date.now() + cronTimeout;
  for (let count = 0; count < batches && Date.now() < until; count++) {
    const due = await deliverBatch(env);
    if (due === null) return false;
    if (due < batch) return true;
  }
  return true;
}

/** @returns how many deliveries were due, `batch` at most; null when the database could not be asked */
async function deliverBatch(env: Env): Promise<number | null> {
  const receivers = receiversOf(env);
  if (receivers.size === 0) return 0;
  try {
    // Its calls have 3 s each, whatever is left of the request.
    const database = createDatabase(env, Number.POSITIVE_INFINITY);
    const claimed = (await database.call("claim_outbox", {
      p_limit: batch,
      p_lease_seconds: leaseSeconds,
      p_kinds: [...receivers.keys()],
    })) as Delivery[];
    await Promise.all(claimed.map((delivery) => settle(database, delivery, receivers).catch(record)));
    return claimed.length;
  } catch (error) {
    record(error);
    return null;
  }
}

function receiversOf(env: Env): Map<string, Receiver> {
  const receivers = new Map<string, Receiver>();
  const token = env.WAITLIST_API_TOKEN;
  if (env.WAITLIST_ENDPOINT_URL) {
    const headers: Record<string, string> = token ? { "X-API-Token": token } : {};
    receivers.set("waitlist", { url: env.WAITLIST_ENDPOINT_URL, headers, more: {} });
  }
  if (env.NOTIFY_URL) {
    const more = { link: `${env.SITE_ORIGIN}/admin/messages` };
    receivers.set("notice", { url: env.NOTIFY_URL, headers: {}, more });
  }
  return receivers;
}

async function settle(database: Database, delivery: Delivery, receivers: Map<string, Receiver>): Promise<void> {
  const receiver = receivers.get(delivery.kind);
  if (!receiver) return;
  const { outcome, reason, wait } = await deliver(receiver, delivery);
  await database.call("settle_outbox", {
    p_id: delivery.id,
    p_outcome: outcome,
    p_error: reason,
    p_attempt: delivery.attempts,
    p_wait_seconds: wait,
  });
  if (outcome === "delivered") return;
  log({ outcome: outcome === "failed" ? "outbox-failed" : "outbox-retry", error: `${delivery.id}: ${reason}` });
}

async function deliver({ url, headers, more }: Receiver, { idempotency_key: key, payload }: Delivery) {
  const answer = await deliverJson({
    url,
    headers: { ...headers, "Idempotency-Key": key },
    body: { ...payload, ...more },
  });
  if (!answer) return { outcome: "retry", reason: "no answer", wait: 0 };
  const { status, wait } = answer;
  if (status < 300) return { outcome: "delivered", reason: "", wait: 0 };
  const final = status >= 400 && status < 500 && !passing.includes(status);
  return { outcome: final ? "failed" : "retry", reason: `status ${status}`, wait };
}

function record(error: unknown): void {
  if (!(error instanceof DatabaseUnavailable)) log({ outcome: "outbox-error", error: String(error).slice(0, 200) });
}
