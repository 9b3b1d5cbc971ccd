import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Admin } from "../../admin/admin.server.ts";
import { rowsOf } from "../../platform/supabase.server.ts";
import { digestOf, isToken } from "../mail/link-token.ts";
import { mailKey } from "../mail/mail-sender.server.ts";
import { setAddress } from "./auth-admin.server.ts";

/** What the link in a mail to a new address leads to. */
export type NewAddress =
  | { state: "nowhere" }
  | {
      state: "open" | "changed" | "canceled" | "expired" | "taken";
      /** its id */
      account: string;
      email: string;
      previous_email: string;
    };

/** The address that an admin has asked for and not confirmed; null where there is none. @throws DatabaseUnavailable */
export async function pendingAddress({ database }: Admin): Promise<{ email: string; asked_at: string } | null> {
  const answer = await database.rpc("own_address_change");
  if (!answer.error && answer.data === null) return null;
  return rowsOf(answer) as unknown as { email: string; asked_at: string };
}

/** Owes a mail to an address that an admin wants to sign in with. @throws DatabaseUnavailable */
export async function askNewAddress(context: AppLoadContext, { database }: Admin, email: string) {
  const outcome = rowsOf(
    await database.rpc("ask_admin_address", { p_email: email, p_address_key: await mailKey(context.env, email) }),
  );
  context.startPost();
  return outcome as "asked" | "same" | "taken" | "not-now";
}

/** False where there was nothing to take back. @throws DatabaseUnavailable */
export async function cancelNewAddress({ database }: Admin): Promise<boolean> {
  return rowsOf(await database.rpc("cancel_address_change"));
}

/** @throws DatabaseUnavailable */
export async function findNewAddress({ database }: AppLoadContext, token: string | undefined): Promise<NewAddress> {
  if (!isToken(token)) return { state: "nowhere" };
  const answer = await database.call("find_admin_address", { p_token_digest: await digestOf(token) });
  return answer as unknown as NewAddress;
}

/**
 * Gives an account the address of an open change; every session of it ends, and both addresses are told.
 * @returns false when the auth server does not take the address
 * @throws DatabaseUnavailable when nobody can tell how far it came: it can be done again
 */
export async function confirmNewAddress(
  context: AppLoadContext,
  token: string,
  { account, email }: Exclude<NewAddress, { state: "nowhere" }>,
): Promise<boolean> {
  if ((await setAddress(context, account, email)) !== "set") return false;
  await context.database.call("note_new_address", { p_token_digest: await digestOf(token) });
  context.startPost();
  return true;
}
