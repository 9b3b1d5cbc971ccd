import type { AppLoadContext } from "@remix-run/cloudflare";
import { createDatabase, type Database } from "../../platform/database/supabase.server.ts";
import { DatabaseUnavailable } from "../../platform/database/unavailable.ts";
import type { Env } from "../../platform/env.ts";
import { log } from "../../platform/log.ts";
import { type Delivered, type Delivering, leaseSeconds } from "../outbox/drain.ts";
import { type Channel, channelsOf } from "./channels.server.ts";

const batch = 2;
/** Subrequests per post: checking the channel, posting, and storing the outcome. */
const ofOne = 3;

/** Sends what is due after the response. Never throws. */
export function startPosting({ env, waitUntil }: Pick<AppLoadContext, "env" | "waitUntil">): void {
  waitUntil(sendBatch(env));
}

/** The deliveries that cron makes once a minute. */
export const channelPostsOf = (env: Env): Delivering => ({
  most: 1 + ofOne * batch,
  deliverBatch: () => sendBatch(env),
});

async function sendBatch(env: Env): Promise<Delivered> {
  const channels = channelsOf(env);
  if (channels.length === 0) return { isDrained: true, spent: 0 };
  try {
    const database = createDatabase(env, Number.POSITIVE_INFINITY);
    const claimed = await database.call("claim_channel_posts", {
      p_limit: batch,
      p_lease_seconds: leaseSeconds,
      p_channels: channels.map(({ id }) => id),
    });
    await Promise.all(
      claimed.map(async ({ id, channel: to, text, attempts }) => {
        const channel = channels.find((each) => each.id === to);
        if (channel) await settle(database, { id, attempts }, await send(channel, text, id)).catch(record);
      }),
    );
    return { isDrained: claimed.length < batch, spent: 1 + ofOne * claimed.length };
  } catch (error) {
    record(error);
    return { isDrained: true, spent: 1, failed: true };
  }
}

interface Outcome {
  outcome: "sent" | "later" | "failed" | "uncertain";
  reason: string;
  /** seconds during which the channel wants no further request */
  wait: number;
}

/** Statuses of a request that was not processed; those from 521 are Cloudflare's for a host that it did not reach. */
const notReached = [408, 425, 429, 503, 521, 522, 523, 530];

/** What a response to a post means. Most channels cannot detect duplicates: a post that may be there is uncertain. */
export function outcomeOf(answer: { status: number; wait: number } | null): Outcome {
  if (!answer) return { outcome: "uncertain", reason: "no answer", wait: 0 };
  const { status, wait } = answer;
  const reason = `status ${status}`;
  if (status < 300) return { outcome: "sent", reason: "", wait: 0 };
  if (notReached.includes(status)) return { outcome: "later", reason, wait };
  return { outcome: status < 500 ? "failed" : "uncertain", reason, wait: 0 };
}

/** Checks a channel before posting: if it is down, nothing is posted, so the outcome does not become uncertain. */
async function send(channel: Channel, text: string, key: string): Promise<Outcome> {
  const status = await channel.ask();
  if (status === null || status >= 500 || notReached.includes(status))
    return { outcome: "later", reason: status === null ? "no answer" : `status ${status}`, wait: 0 };
  return outcomeOf(await channel.post(text, key));
}

async function settle(database: Database, post: { id: string; attempts: number }, came: Outcome) {
  await database.call("settle_channel_post", {
    p_id: post.id,
    p_attempt: post.attempts,
    p_outcome: came.outcome,
    p_error: came.reason,
    p_wait_seconds: came.wait,
  });
  const { outcome, reason } = came;
  if (outcome === "sent") return;
  const error = `${post.id}: ${reason}`;
  if (outcome === "later") log({ outcome: "channel-post-later", error });
  else log({ outcome: outcome === "failed" ? "channel-post-failed" : "channel-post-uncertain", error });
}

function record(error: unknown): void {
  if (!(error instanceof DatabaseUnavailable))
    log({ outcome: "channel-post-error", error: String(error).slice(0, 200) });
}
