import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import type { Admin } from "../../admin/admin.server.ts";
import { createDatabase, type Database, rowsOf } from "../../platform/database/supabase.server.ts";
import { DatabaseUnavailable } from "../../platform/database/unavailable.ts";
import type { Env } from "../../platform/env.ts";
import { log } from "../../platform/log.ts";
import { digestOf, isToken } from "../../platform/text/link-token.ts";
import { setAddress } from "./auth-admin.server.ts";

const newAddress = z.discriminatedUnion("state", [
  z.object({ state: z.literal("nowhere") }),
  z.object({
    state: z.enum(["open", "changed", "canceled", "expired", "taken"]),
    account: z.string(),
    email: z.string(),
    previous_email: z.string(),
  }),
]);

export type NewAddress = z.output<typeof newAddress>;

const pending = z.object({ email: z.string(), asked_at: z.string() });

/** Returns the address an admin has requested but not confirmed; null if there is none. */
export async function pendingAddress({ database }: Admin): Promise<z.output<typeof pending> | null> {
  const answer = await database.rpc("own_address_change");
  if (!answer.error && answer.data === null) return null;
  return pending.parse(rowsOf(answer));
}

export async function askNewAddress(context: AppLoadContext, { database }: Admin, email: string) {
  const outcome = rowsOf(await database.rpc("ask_admin_address", { p_email: email }));
  context.startPost();
  return outcome;
}

export async function cancelNewAddress({ database }: Admin): Promise<boolean> {
  return rowsOf(await database.rpc("cancel_address_change"));
}

export async function findNewAddress({ database }: AppLoadContext, token: string | undefined): Promise<NewAddress> {
  if (!isToken(token)) return { state: "nowhere" };
  return newAddress.parse(await database.call("find_admin_address", { p_token_digest: await digestOf(token) }));
}

/** Milliseconds before each retry of recording an address. */
const pauses = [1_000, 5_000, 10_000];

/**
 * Gives an account the address of an open change, ends all its sessions and notifies both addresses. If only the
 * recording fails, it is retried after the response and when the form is sent again, even though the change counts as
 * canceled by then.
 * @returns false if the auth server rejects the address
 * @throws DatabaseUnavailable if it is unknown how far it got; it can be repeated
 */
export async function confirmNewAddress(
  context: AppLoadContext,
  token: string,
  { account, email, state }: Exclude<NewAddress, { state: "nowhere" }>,
): Promise<boolean> {
  try {
    if (state === "open" && (await setAddress(context, account, email)) !== "set") return false;
    await noteNewAddress(context.database, token);
  } catch (error) {
    context.waitUntil(noteLater(context, token));
    throw error;
  }
  context.startPost();
  return true;
}

/** Changes nothing unless the account has the new address, which may be so without the auth server's response. */
const noteNewAddress = async (database: Pick<Database, "call">, token: string) =>
  database.call("note_new_address", { p_token_digest: await digestOf(token) });

async function noteLater({ env, startPost }: AppLoadContext, token: string): Promise<void> {
  for (const pause of pauses) {
    await new Promise((done) => setTimeout(done, pause));
    try {
      // The request's own deadline has passed.
      await noteNewAddress(createDatabase(env, Date.now() + pause), token);
      return startPost();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
    }
  }
}

/** The number of subrequests. */
export const ofAddressChanges = 1;

/** Records address changes that could not be recorded when they were made; by cron. Never throws. */
export async function settleAddressChanges(env: Env): Promise<boolean> {
  try {
    await createDatabase(env, Number.POSITIVE_INFINITY).call("settle_address_changes", {});
    return true;
  } catch (error) {
    log({ outcome: "mail-error", error: String(error).slice(0, 200) });
    return false;
  }
}
