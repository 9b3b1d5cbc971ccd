import { defaults, seal, unseal } from "iron-webcrypto";
import { z } from "zod";
import { createDatabase } from "../../platform/database/supabase.server.ts";
import { DatabaseUnavailable } from "../../platform/database/unavailable.ts";
import type { Env } from "../../platform/env.ts";
import { log } from "../../platform/log.ts";
import { digestOf } from "../../platform/text/link-token.ts";
import type { BatchVerdict } from "../mail/mail.ts";
import { issuesSenderOf, mailKey, senderOf } from "../mail/mail-sender.server.ts";
import { newsletterToken } from "../newsletter/newsletter-link.ts";
import { type Delivered, type Delivering, leaseSeconds } from "../outbox/drain.ts";
import { issueLetter, issueMail } from "./issue-letter.tsx";

/** A person who gets an issue, as of when the batch was frozen. */
interface Reader {
  id: number;
  email: string;
  token: string;
}

const claimedBatch = z.object({
  batch: z.number(),
  attempt: z.number(),
  key: z.string(),
  letter: issueLetter,
  /** recipients of a batch that was not frozen before */
  people: z
    .array(z.object({ id: z.number(), subscriber: z.string(), email: z.string(), generation: z.number() }))
    .optional(),
  /** the sealed readers of a batch that was frozen before, and the ids of its emails, in order */
  sealed: z.string().optional(),
  recipients: z.array(z.number()).optional(),
});

const nothingDue = z.object({}).strict();

type Claimed = z.output<typeof claimedBatch>;

/** Subrequests of a batch: claiming, freezing, sending, settling. */
const ofBatch = 4;
/** Milliseconds between requests: the provider accepts 5 a second, one of which is left for single emails. */
const pace = 250;

/**
 * The deliveries of issues by cron, in batches of up to 100 emails. On Workers Free it sends 50 a minute, because
 * composing 100 takes 11 ms of CPU (npm run bench:issues), and a run has 10 there.
 */
export function issuesOf(env: Env): Delivering {
  let next = 0;
  const isPaid = env.WORKERS_PLAN === "paid";
  return {
    most: ofBatch,
    async deliverBatch() {
      await new Promise((done) => setTimeout(done, Math.max(0, next - Date.now())));
      next = Date.now() + pace;
      const delivered = await deliverIssueBatch(env);
      return isPaid ? delivered : { ...delivered, isDrained: true };
    },
  };
}

/** Sends one due batch of an issue. Never throws. */
export async function deliverIssueBatch(env: Env): Promise<Delivered> {
  const bulk = issuesSenderOf(env);
  const secrets = senderOf(env)?.secrets;
  if (!bulk || !secrets) return { isDrained: true, spent: 0 };
  try {
    // Each of its calls may take 3 s, regardless of how much time the request has left.
    const database = createDatabase(env, Number.POSITIVE_INFINITY);
    const { keySeconds } = bulk.sender;
    const claim = {
      p_limit: env.WORKERS_PLAN === "paid" ? 100 : 50,
      p_lease_seconds: leaseSeconds,
      p_key_seconds: keySeconds,
    };
    const claimed = z.union([nothingDue, claimedBatch]).parse(await database.call("claim_issue_batch", claim));
    if (!("batch" in claimed)) return { isDrained: true, spent: 1 };
    const { batch: p_batch, attempt: p_attempt, key, letter } = claimed;
    const batch = claimed.sealed
      ? { readers: await open(claimed.sealed, secrets), going: claimed.recipients ?? [] }
      : await freeze(claimed, env, secrets[0] ?? "", (frozen) =>
          database.call("freeze_issue_batch", { p_batch, p_attempt, ...frozen }),
        );
    const readers = batch.readers.filter(({ id }) => batch.going.includes(id));
    if (readers.length === 0) return { isDrained: false, spent: 2 };
    const verdict = await bulk.sender.sendBatch(
      readers.map((reader) => issueMail(letter, reader)),
      key,
    );
    await database.call("settle_issue_batch", { p_batch, p_attempt, p_settled: settledBy(verdict, readers) });
    const isAnswered = verdict.outcome === "answered";
    if (!isAnswered) log({ outcome: "issue-batch-waits", error: `${p_batch}: ${verdict.reason}` });
    return { isDrained: !isAnswered, spent: ofBatch };
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) log({ outcome: "mail-error", error: String(error).slice(0, 200) });
    return { isDrained: true, spent: ofBatch, failed: true };
  }
}

async function freeze(
  { people = [] }: Claimed,
  env: Env,
  secret: string,
  keep: (frozen: { p_sealed: string; p_frozen: Record<string, string | number>[] }) => Promise<number[]>,
): Promise<{ readers: Reader[]; going: number[] }> {
  const made = await Promise.all(
    people.map(async ({ id, subscriber, email, generation }) => {
      const token = await newsletterToken(secret, subscriber, generation);
      const [address_key, token_digest] = await Promise.all([mailKey(env, email), digestOf(token)]);
      return { reader: { id, email, token }, frozen: { id, address_key, token_digest } };
    }),
  );
  const readers = made.map(({ reader }) => reader);
  const p_sealed = await seal(readers, secret, defaults);
  return { readers, going: await keep({ p_sealed, p_frozen: made.map(({ frozen }) => frozen) }) };
}

/** @throws Error if none of the secrets sealed it */
async function open(sealed: string, secrets: string[]): Promise<Reader[]> {
  for (const secret of secrets) {
    const opened = await unseal(sealed, secret, defaults).catch(() => null);
    if (opened) return opened as Reader[];
  }
  throw new Error("a frozen batch was sealed with another MAIL_SECRET");
}

function settledBy(verdict: BatchVerdict, readers: Reader[]) {
  if (verdict.outcome !== "answered") {
    const wait = verdict.outcome === "later" ? Math.ceil(verdict.wait) : 0;
    return { outcome: verdict.outcome, error: verdict.reason, wait };
  }
  const results = verdict.results.map((result, index) => ({
    id: readers[index]?.id,
    ...("id" in result ? { provider_id: result.id } : { error: result.reason }),
  }));
  return { outcome: verdict.outcome, results };
}
