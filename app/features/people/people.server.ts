import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import type { Admin } from "../../admin/admin.server.ts";
import { rowsOf } from "../../platform/database/supabase.server.ts";
import type { Env } from "../../platform/env.ts";
import { mailboxKey, mailKey } from "../mail/mail-sender.server.ts";
import { newsletterKey } from "../newsletter/provider-requests.server.ts";
import { accountKey } from "../sign-in/sign-in.server.ts";

const suppression = z.object({ stream: z.string(), reason: z.string(), created_at: z.string() });

export type Suppression = z.output<typeof suppression>;

/** Stored data that the export passes on, whatever its fields are. */
const held = z.array(z.object({}).passthrough());

export const personalData = z.object({
  email: z.string(),
  waitlists: z.array(
    z
      .object({
        event: z.string(),
        suspected_spam: z.boolean(),
        delivery: z.object({ delivered_at: z.string().nullable() }).passthrough().nullable(),
      })
      .passthrough(),
  ),
  /** Waitlists that the person has left within the last day, which can still be undone. */
  left_waitlists: z.array(z.object({ event: z.string(), delivered_at: z.string().nullable() }).passthrough()),
  /** Changes of the address of a waitlist entry: requested, or confirmed within the last 3 days. */
  waitlist_changes: held,
  mails: held,
  newsletter: z.array(z.object({ left_at: z.string().nullable() }).passthrough()),
  /** Addresses that were to replace another one for the newsletter. */
  newsletter_changes: held,
  /** Subscriptions to emails about new editions of series, confirmed or not. */
  series: z.array(z.object({ series: z.string() }).passthrough()),
  /** Where a speaker is asked for corrections. */
  speakers: z.array(z.object({ event: z.string() }).passthrough()),
  proposals: z.array(z.object({ event: z.string(), title: z.string() }).passthrough()),
  invitations: held,
  address_changes: held,
  messages: held,
  suggestions: held,
  imports: held,
  account: z
    .object({ created_at: z.string(), last_sign_in_at: z.string().nullable(), is_admin: z.boolean() })
    .nullable(),
  /** Likes by the account; visitors' likes cannot be linked to a person. */
  likes: held,
  /** Log entries by the account or containing the address; the latter stay when the person is erased. */
  log: held,
  /** Other people's texts that contain the address; what the site publishes stays when the person is erased. */
  mentions: z.array(z.object({ table: z.string(), id: z.string() })),
  /** The number of rows stored under keyed digests of the address. */
  counters: z.object({
    sign_in_failures: z.number(),
    known_addresses: z.number(),
    newsletter_requests: z.number(),
    spending: z.number(),
    mail_suppressions: z.number(),
  }),
});

export type PersonalData = z.output<typeof personalData> & { suppressions: Suppression[] };

export type EraseOutcome = "erased" | "nothing-held" | "is-admin";

export async function findPerson({ database }: Admin, env: Env, email: string): Promise<PersonalData> {
  const keys = await keysOf(env, email);
  const [answer, suppressions] = await Promise.all([
    database.rpc("personal_data", keys),
    database.rpc("suppressions_of", { p_address_key: keys.p_mail_key }),
  ]);
  return { ...personalData.parse(rowsOf(answer)), suppressions: z.array(suppression).parse(rowsOf(suppressions)) };
}

/**
 * Deletes what is held about a person and removes the address from what others sent and from notes, all or nothing.
 * Called with the secret key, because the log keeps a digest of the address that no admin may choose.
 */
export async function erasePerson(admin: Admin, { database, env }: AppLoadContext, email: string) {
  const answer = await database.call("erase_person", { p_actor: admin.id, ...(await keysOf(env, email)) });
  return (answer as { outcome: EraseOutcome }).outcome;
}

/**
 * Lets emails of a stream be sent to an address again. Called with the secret key, because the log keeps a digest of
 * the address that no admin may choose.
 * @returns false if nothing was stopped, or if a complaint stopped it, which cannot be lifted
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
