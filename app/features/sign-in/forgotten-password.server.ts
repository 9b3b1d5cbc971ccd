import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import { withTimeFloor } from "../../platform/request/time-floor.ts";
import { digestOf, isToken } from "../../platform/text/link-token.ts";
import { mailKey } from "../mail/mail-sender.server.ts";
import { type RefusedPassword, setPassword } from "./auth-admin.server.ts";
import { accountKey } from "./sign-in.server.ts";

const passwordLink = z.discriminatedUnion("state", [
  z.object({ state: z.literal("nowhere") }),
  z.object({
    state: z.enum(["open", "used", "expired"]),
    account: z.string(),
    email: z.string(),
  }),
]);

/** What a password link leads to; each is good for an hour, until one of them is used. */
export type PasswordLink = z.output<typeof passwordLink>;

/**
 * Enqueues a password link to the address if it belongs to an admin. The outcome reveals neither whether it does nor
 * whether an email can be enqueued.
 * @throws DatabaseUnavailable, for every address alike
 */
export async function askPasswordLink(context: AppLoadContext, email: string): Promise<void> {
  const ask = async () =>
    context.database.call("ask_password_link", {
      p_email: email,
      p_address_key: await mailKey(context.env, email),
      p_account_key: await accountKey(context.env.VISITOR_SECRET, email),
      p_network_key: (await context.addressKey()) ?? "",
      p_device_key: (await context.visitorKey()) ?? "",
    });
  await withTimeFloor(ask());
  context.startPost();
}

export async function findPasswordLink({ database }: AppLoadContext, token: string | undefined): Promise<PasswordLink> {
  if (!isToken(token)) return { state: "nowhere" };
  return passwordLink.parse(await database.call("find_password_link", { p_token_digest: await digestOf(token) }));
}

/**
 * Replaces a forgotten password, ends every session of the account and notifies its owner. It does not sign anyone in:
 * that takes the usual sign-in, with a code if the account has a second factor.
 * @throws DatabaseUnavailable if it is unknown how far it got; it can be repeated
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
