import type { AppLoadContext } from "@remix-run/cloudflare";
import { createDatabase, type Database } from "../../platform/database/supabase.server.ts";
import { DatabaseUnavailable } from "../../platform/database/unavailable.ts";
import type { Env } from "../../platform/env.ts";
import { log } from "../../platform/log.ts";
import { deliverJson, passing } from "../../platform/outside.server.ts";
import { pluralize } from "../../platform/text/pluralize.ts";
import type { Site } from "../../site.ts";
import { batch, type Delivered, type Delivering, leaseSeconds } from "./drain.ts";
import { noticeBody } from "./notice-body.ts";
import { paceOf } from "./pace.ts";
import { subscriptionRequest } from "./subscription-request.ts";

interface Delivery {
  id: number;
  idempotency_key: string;
  kind: string;
  attempts: number;
  payload: Record<string, unknown>;
}

interface Receiver {
  url: string;
  headers: Record<string, string>;
  bodyOf(payload: Delivery["payload"]): object;
}

/** Delivers a batch of due outbox rows after the response; called after writing a row. Never throws. */
export function startDelivery({ env, site, waitUntil }: Pick<AppLoadContext, "env" | "site" | "waitUntil">): void {
  waitUntil(deliverBatch(env, site));
}

/** Deliveries that cron sends once a minute: claiming a batch takes one subrequest, each delivery two. */
export const outboxOf = (env: Env, site: Site): Delivering => ({
  most: 1 + 2 * batch,
  deliverBatch: () => deliverBatch(env, site),
});

async function deliverBatch(env: Env, site: Site): Promise<Delivered> {
  const receivers = receiversOf(env, site);
  if (receivers.size === 0) return { isDrained: true, spent: 0 };
  try {
    // Each call may take 3 s, independent of the time left for the request.
    const database = createDatabase(env, Number.POSITIVE_INFINITY);
    const claimed = (await database.call("claim_outbox", {
      p_limit: batch,
      p_lease_seconds: leaseSeconds,
      p_kinds: [...receivers.keys()],
      ...paceOf({ env }),
    })) as Delivery[];
    await Promise.all(claimed.map((delivery) => settle(database, delivery, receivers).catch(record)));
    return { isDrained: claimed.length < batch, spent: 1 + 2 * claimed.length };
  } catch (error) {
    record(error);
    return { isDrained: true, spent: 1, failed: true };
  }
}

function receiversOf(env: Env, site: Site): Map<string, Receiver> {
  const receivers = new Map<string, Receiver>();
  const token = env.WAITLIST_API_TOKEN;
  if (env.WAITLIST_ENDPOINT_URL) {
    const headers: Record<string, string> = token ? { "X-API-Token": token } : {};
    receivers.set("waitlist", { url: env.WAITLIST_ENDPOINT_URL, headers, bodyOf: (payload) => payload });
  }
  const { NEWSLETTER_API_URL: newsletter, NEWSLETTER_API_TOKEN: newsletterToken } = env;
  if (newsletter && newsletterToken) {
    const requestFor = (email: unknown) =>
      subscriptionRequest({ url: newsletter, token: newsletterToken }, String(email));
    receivers.set("newsletter", { ...requestFor(""), bodyOf: ({ email }) => requestFor(email).body });
  }
  if (env.NOTIFY_URL) {
    const link = `${env.SITE_ORIGIN}/admin/messages`;
    const bodyOf = ({ count, ...payload }: Delivery["payload"]) => {
      const number = Number(count);
      const sentence = `${site.name}: ${pluralize(number, "new message")}.`;
      return noticeBody({ kind: "message", count: number, link, sentence }, payload);
    };
    receivers.set("notice", { url: env.NOTIFY_URL, headers: {}, bodyOf });
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

async function deliver({ url, headers, bodyOf }: Receiver, { idempotency_key: key, payload }: Delivery) {
  const answer = await deliverJson({
    url,
    headers: { ...headers, "Idempotency-Key": key },
    body: bodyOf(payload),
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
