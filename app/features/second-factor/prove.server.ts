import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Person } from "../../admin/admin.server.ts";
import { DatabaseUnavailable } from "../../platform/database/unavailable.ts";
import { signOut } from "../../platform/request/sign-in-state.server.ts";
import { checkPassword } from "../sign-in/sign-in.server.ts";
import type { Code } from "./recovery-codes.ts";
import { type CodeOutcome, proveSession, tryCode } from "./second-factor.server.ts";

export type ProofOutcome = CodeOutcome | "wrong-password" | "too-many-passwords";

/**
 * Verifies that the holder of the session also knows the password, and has the second factor if the account has one.
 * Both attempts count toward the account's sign-in limit.
 */
export async function prove(
  context: AppLoadContext,
  person: Person,
  password: string,
  code: Code | null,
): Promise<ProofOutcome> {
  const checked = await checkPassword(context, person.email, password, true);
  if (checked.kind === "refused") return "wrong-password";
  if (checked.kind === "too-many") return "too-many-passwords";
  if (checked.kind !== "right") return "unavailable";
  // Checking the password has begun a session that is not used.
  context.waitUntil(signOut(context.database, checked.tokens.access_token, "local").catch(() => {}));
  if (code) return tryCode(context, person, code);
  try {
    return (await proveSession(context, person)) ? "right" : "ended";
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return "unavailable";
    throw error;
  }
}
