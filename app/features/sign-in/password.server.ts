import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import type { Admin } from "../../admin/admin.server.ts";
import { DatabaseUnavailable } from "../../platform/database/unavailable.ts";
import { signOut } from "../../platform/request/sign-in-state.server.ts";
import { beginSession, checkPassword } from "./sign-in.server.ts";

export type ChangeOutcome =
  | "changed"
  /** Changed, but it is unknown whether the other sessions have ended. */
  | "changed-here"
  | "wrong-current"
  | "too-many"
  | "unavailable"
  /** The auth server's reasons for rejecting the new password. */
  | "same"
  | "weak"
  | "not-accepted";

const refusal = z.object({ error_code: z.string().optional(), code: z.unknown() }).partial();

export async function changePassword(
  context: AppLoadContext,
  admin: Admin,
  current: string,
  next: string,
): Promise<ChangeOutcome> {
  const checked = await checkPassword(context, admin.email, current, true);
  if (checked.kind === "refused") return "wrong-current";
  if (checked.kind === "too-many") return "too-many";
  if (checked.kind !== "right") return "unavailable";
  const { tokens } = checked;
  const { database } = context;
  try {
    const answer = await database.askAuth(
      { method: "PUT", path: "/user", body: { password: next } },
      tokens.access_token,
    );
    if (answer.status >= 400) {
      await signOut(database, tokens.access_token, "local");
      return refusalOf(answer.body);
    }
    const session = await context.signIn.current();
    await beginSession(context, admin.id, tokens, session?.accessToken);
    await context.signIn.start(tokens);
    return await signOut(database, tokens.access_token, "others").then(
      () => "changed",
      () => "changed-here",
    );
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return "unavailable";
    throw error;
  }
}

function refusalOf(body: unknown): ChangeOutcome {
  const { error_code, code } = refusal.catch({}).parse(body);
  switch (error_code ?? code) {
    case "same_password":
      return "same";
    case "weak_password":
      return "weak";
    default:
      return "not-accepted";
  }
}
