import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Admin } from "../../admin/admin.server.ts";
import type { Env } from "../../platform/env.ts";
import { rowsOf } from "../../platform/supabase.server.ts";
import { accountKey } from "../accounts/sign-in.server.ts";
import { mailboxKey, mailKey } from "../mail/mail-sender.server.ts";
import { newsletterKey } from "../newsletter/provider-requests.server.ts";

export interface PersonalData {
  email: string;
  waitlists: { event: string; suspected_spam: boolean; delivery: { delivered_at: string | null } | null }[];
  /** waitlists that the person has left within a day, which can still be undone */
  left_waitlists: { event: string; delivered_at: string | null }[];
  /** changes of the address of a place: asked for, or confirmed within the last 3 days */
  waitlist_changes: object[];
  /** mails of the last 30 days */
  mails: object[];
  newsletter: { left_at: string | null }[];
  /** addresses that were to take the place of one another for the newsletter */
  newsletter_changes: object[];
  /** to become an admin */
  invitations: object[];
  /** of the address that an admin signs in with */
  address_changes: object[];
  messages: object[];
  account: { created_at: string; last_sign_in_at: string | null; is_admin: boolean } | null;
  /** of the account; visitors' likes belong to nobody that could be named */
  likes: object[];
  /** entries of the log by the account, or with the address in them; the latter stay when the person is erased */
  log: object[];
  /** texts of others with the address in them; what the site publishes stays when the person is erased */
  mentions: { table: string; id: string }[];
  /** rows that stand under keyed digests of the address */
  counters: {
    sign_in_failures: number;
    known_addresses: number;
    newsletter_requests: number;
    spending: number;
    mail_suppressions: number;
  };
  suppressions: Suppression[];
}

/** In which stream no mail is sent to the owner of an address. */
export interface Suppression {
  stream: string;
  reason: string;
  created_at: string;
}

export type EraseOutcome = "erased" | "nothing-held" | "is-admin";

/** @throws DatabaseUnavailable */
export async function findPerson({ database }: Admin, env: Env, email: string): Promise<PersonalData> {
  const keys = await keysOf(env, email);
  const [held, suppressions] = await Promise.all([
    database.rpc("personal_data", keys),
    database.rpc("suppressions_of", { p_address_key: keys.p_mail_key }),
  ]);
  return { ...(rowsOf(held) as object), suppressions: rowsOf(suppressions) } as unknown as PersonalData;
}

/**
 * Deletes what is held about somebody and takes the address out of what others sent and of notes; all of it or nothing.
 * Asked with the secret key, because the log keeps a digest of the address that no admin may choose.
 * @throws DatabaseUnavailable
 */
export async function erasePerson(admin: Admin, { database, env }: AppLoadContext, email: string) {
  const answer = await database.call("erase_person", { p_actor: admin.id, ...(await keysOf(env, email)) });
  return (answer as { outcome: EraseOutcome }).outcome;
}

/**
 * Lets mails of a stream be sent to an address again. Asked with the secret key, because the log keeps a digest of the
 * address that no admin may choose.
 * @returns false where nothing was stopped, or a complaint has stopped it, which nobody can lift
 * @throws DatabaseUnavailable
 */
export async function liftSuppression(admin: Admin, { database, env }: AppLoadContext, email: string, stream: string) {
  const key = await mailKey(env, email);
  return database.call("lift_suppression", { p_actor: admin.id, p_address_key: key, p_stream: stream });
}

const keysOf = async (env: Env, email: string) => ({
  p_email: email,
  p_account_key: await accountKey(env.VISITOR_SECRET, email),
  p_newsletter_key: await newsletterKey(env.VISITOR_SECRET, email),
  p_mail_key: await mailKey(env, email),
  p_recipient_key: await mailboxKey(env, email),
});
