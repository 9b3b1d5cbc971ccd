import type { AppLoadContext } from "@remix-run/cloudflare";
import type { RefusedPassword } from "./auth-admin.server.ts";
import { isBreached } from "./breached-passwords.server.ts";
import { isCommonPassword } from "./common-passwords.ts";

export const passwordRefusals: Record<RefusedPassword | "leaked", string> = {
  weak: "This password is easy to guess. Choose another one",
  leaked: "This password is in a list of leaked passwords. Choose another one",
  "not-accepted": "This password was not accepted. Choose another one of at most 72 characters",
};

/**
 * Checks a new password.
 * @param email the account's address
 * @returns the objection in words, or null; and whether the password could be compared with known leaks, if that is
 * required
 */
export async function judgePassword(
  context: AppLoadContext,
  password: string,
  email: string,
): Promise<{ objection: string | null; isCompared: boolean }> {
  if (isCommonPassword(password, email)) return { objection: passwordRefusals.weak, isCompared: true };
  const answer = await isBreached(context, password);
  return { objection: answer === true ? passwordRefusals.leaked : null, isCompared: answer !== null };
}
