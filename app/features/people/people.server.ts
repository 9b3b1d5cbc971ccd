import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Admin } from "../../admin/admin.server.ts";
import type { Env } from "../../platform/env.ts";
import { rowsOf } from "../../platform/supabase.server.ts";
import { accountKey } from "../accounts/sign-in.server.ts";
import { mailKey } from "../mail/mail-sender.server.ts";
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
    mail_limits: number;
    mail_suppressions: number;
  };
}

export type EraseOutcome = "erased" | "nothing-held" | "is-admin";

/** @throws DatabaseUnavailable */
export async function findPerson({ database }: Admin, env: Env, email: string): Promise<PersonalData> {
  return rowsOf(await database.rpc("personal_data", await keysOf(env, email))) as unknown as PersonalData;
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

const keysOf = async (env: Env, email: string) => ({
  p_email: email,
  p_account_key: await accountKey(env.VISITOR_SECRET, email),
  p_newsletter_key: await newsletterKey(env.VISITOR_SECRET, email),
  p_mail_key: await mailKey(env, email),
});
