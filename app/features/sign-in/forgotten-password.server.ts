import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import { withTimeFloor } from "../../platform/request/time-floor.ts";
import { digestOf, isToken } from "../../platform/text/link-token.ts";
import { mailKey } from "../mail/mail-sender.server.ts";
import { type RefusedPassword, setPassword } from "./auth-admin.server.ts";

const passwordLink = z.discriminatedUnion("state", [
  z.object({ state: z.literal("nowhere") }),
  z.object({
    state: z.enum(["open", "used", "expired"]),
    /** its id */
    account: z.string(),
    email: z.string(),
  }),
]);

/** What a link to a new password leads to; a newer link has ended those before it. */
export type PasswordLink = z.output<typeof passwordLink>;

/**
 * Enqueues a link to whoever's address it is, if that is an admin. Nobody learns whether it is, or whether a mail can be queued.
 * @throws DatabaseUnavailable, for every address alike
 */
export async function askPasswordLink(context: AppLoadContext, email: string): Promise<void> {
  const ask = async () =>
    context.database.call("ask_password_link", { p_email: email, p_address_key: await mailKey(context.env, email) });
  await withTimeFloor(ask());
  context.startPost();
}

/** @throws DatabaseUnavailable */
export async function findPasswordLink({ database }: AppLoadContext, token: string | undefined): Promise<PasswordLink> {
  if (!isToken(token)) return { state: "nowhere" };
  return passwordLink.parse(await database.call("find_password_link", { p_token_digest: await digestOf(token) }));
}

/**
 * Replaces a forgotten password; every session of the account ends, and its owner is told. It opens nothing: they sign in
 * as always, with a code where the account has a second factor.
 * @throws DatabaseUnavailable when nobody can tell how far it came: it can be done again
 */
export async function replacePassword(
  context: AppLoadContext,
  account: string,
  password: string,
): Promise<"changed" | RefusedPassword> {
  const outcome = await setPassword(context, account, password);
  if (outcome !== "set") return outcome;
  await context.database.call("note_password_reset", { p_user: account });
  context.startPost();
  return "changed";
}
