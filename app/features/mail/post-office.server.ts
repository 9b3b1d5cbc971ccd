import { defaults, seal, unseal } from "iron-webcrypto";
import { createDatabase } from "../../platform/database/supabase.server.ts";
import { DatabaseUnavailable } from "../../platform/database/unavailable.ts";
import type { Env } from "../../platform/env.ts";
import { log } from "../../platform/log.ts";
import { digestOf } from "../../platform/text/link-token.ts";
import type { Publisher, Site } from "../../site.ts";
import { batch, type Delivered, type Delivering, leaseSeconds } from "../outbox/drain.ts";
import { dailyLimitOf, paceOf } from "../outbox/pace.ts";
import { addressIn, type Letter, type Mail, mailOf, type Verdict } from "./mail.ts";
import type { MailPurpose } from "./mail-purposes.ts";
import { mailKey, postalAddressOf, senderOf } from "./mail-sender.server.ts";

export interface LetterContent extends Publisher {
  content: unknown;
  secret: string;
  /** postal address of the organization, for mail to lists; null or missing if none was entered */
  postalAddress?: string | null;
}

export interface ToOrganization extends LetterContent {
  /** the address where the organization reads replies to its emails */
  organization: string;
}

/** Composes emails of one purpose; the token of the link in it, if it is to be kept, is stored as a digest. */
export type Compose = (from: ToOrganization) => Promise<{ letter: Letter; token?: string }>;
export type Composers = Partial<Record<MailPurpose, Compose>>;
/** Loads what composes the emails of a purpose; undefined for an unknown one. */
export type FindLetter = (purpose: MailPurpose) => Promise<Compose | undefined>;

interface Claimed {
  id: number;
  purpose: MailPurpose;
  idempotency_key: string;
  attempts: number;
  sealed: string | null;
  content: unknown;
}

interface Prepared extends Claimed {
  mail: Mail;
  /** what to store of a newly composed mail */
  frozen?: { sealed: string; payload_digest: string; address_key: string; token_digest: string | null };
}

type Post = NonNullable<ReturnType<typeof senderOf>>;

interface Office {
  env: Env;
  site: Site;
  post: Post;
  findLetter: FindLetter;
}

/** Mails that cron sends once a minute: claiming, freezing and settling a batch, and each mail, take one subrequest. */
export const postOf = (env: Env, site: Site, findLetter: FindLetter): Delivering => ({
  most: 3 + batch,
  deliverBatch: () => deliverMailBatch(env, site, findLetter),
});

/** Sends a batch of due mails. Never throws. */
export async function deliverMailBatch(env: Env, site: Site, findLetter: FindLetter): Promise<Delivered> {
  const post = senderOf(env);
  if (!post) return { isDrained: true, spent: 0 };
  try {
    // Each call may take 3 s, independent of the time left for the request.
    const database = createDatabase(env, Number.POSITIVE_INFINITY);
    const claimed = (await database.call("claim_mails", {
      p_limit: batch,
      p_lease_seconds: leaseSeconds,
      p_key_seconds: post.sender.keySeconds,
      ...dailyLimitOf({ env }),
      ...paceOf({ env }),
    })) as Claimed[];
    if (claimed.length === 0) return { isDrained: true, spent: 1 };
    const prepared = (await Promise.all(claimed.map((each) => prepare(each, { env, site, post, findLetter })))).flat();
    const fresh = prepared.flatMap(({ id, attempts, frozen }) => (frozen ? { id, attempt: attempts, ...frozen } : []));
    const kept = fresh.length > 0 ? ((await database.call("freeze_mails", { p_frozen: fresh })) as number[]) : [];
    const going = prepared.filter(({ id, frozen }) => !frozen || kept.includes(id));
    const settled = await Promise.all(going.map((each) => send(each, post)));
    if (settled.length > 0) await database.call("settle_mails", { p_settled: settled });
    return { isDrained: claimed.length < batch, spent: 3 + going.length };
  } catch (error) {
    record(error);
    return { isDrained: true, spent: 3 + batch, failed: true };
  }
}

/** The frozen mail, or a newly composed one; empty if it cannot be composed, to be due again after its lease. */
async function prepare(claimed: Claimed, { env, site, post, findLetter }: Office): Promise<Prepared[]> {
  const { secrets, from } = post;
  try {
    if (claimed.sealed) return [{ ...claimed, mail: await open(claimed.sealed, secrets) }];
    const compose = await findLetter(claimed.purpose);
    const [secret = ""] = secrets;
    // The database may be ahead of this Worker by a release.
    if (!compose) throw new Error(`no letter for ${claimed.purpose}`);
    const organization = env.MAIL_REPLY_TO ?? from;
    const { content } = claimed;
    const postalAddress = postalAddressOf(env, site);
    const publisher = { origin: env.SITE_ORIGIN, site };
    const { letter, token } = await compose({ ...publisher, content, secret, organization, postalAddress });
    const mail = mailOf(letter, from, env.MAIL_REPLY_TO);
    const frozen = {
      sealed: await seal(mail, secret, defaults),
      payload_digest: await digestOf(JSON.stringify(mail)),
      address_key: await mailKey(env, addressIn(letter.to)),
      token_digest: token === undefined ? null : await digestOf(token),
    };
    return [{ ...claimed, mail, frozen }];
  } catch (error) {
    record(error);
    return [];
  }
}

/** @throws Error if it was sealed with none of the secrets */
async function open(sealed: string, secrets: string[]): Promise<Mail> {
  for (const secret of secrets) {
    const opened = await unseal(sealed, secret, defaults).catch(() => null);
    if (opened) return opened as Mail;
  }
  throw new Error("a frozen mail was sealed with another MAIL_SECRET");
}

async function send({ id, attempts: attempt, idempotency_key: key, mail }: Prepared, { sender }: Post) {
  const verdict: Verdict = await sender.send(mail, key);
  const { outcome } = verdict;
  if (outcome === "accepted") return { id, attempt, outcome, provider_id: verdict.id };
  log({
    outcome: outcome === "refused" ? "mail-refused" : outcome === "later" ? "mail-retry" : "mail-unknown",
    error: `${id}: ${verdict.reason}`,
  });
  return { id, attempt, outcome, error: verdict.reason, wait: outcome === "later" ? Math.ceil(verdict.wait) : 0 };
}

function record(error: unknown): void {
  if (!(error instanceof DatabaseUnavailable)) log({ outcome: "mail-error", error: String(error).slice(0, 200) });
}
