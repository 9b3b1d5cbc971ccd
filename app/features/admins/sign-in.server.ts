import type { AppLoadContext } from "@remix-run/cloudflare";
import { rowsOf } from "../../platform/supabase.server.ts";
import { DatabaseUnavailable } from "../../platform/unavailable.ts";
import { accountKey } from "../../platform/visitor.ts";

export type SignInOutcome =
  | { kind: "admin" }
  /** the password is right, but the account is no admin */
  | { kind: "member" }
  | { kind: "refused"; message: string }
  | { kind: "too-many" }
  | { kind: "unavailable" };

/** Known and unknown addresses take the same time: at least this many milliseconds. */
const floor = 400;
/** What the auth server says of credentials may be shown; whatever else it says may not. */
const credentialErrors = ["invalid_credentials"];

/** Password sign-in by the Worker; a session that came with the request is replaced and revoked. */
export async function signIn(context: AppLoadContext, email: string, password: string): Promise<SignInOutcome> {
  const [outcome] = await Promise.all([
    attempt(context, email, password),
    new Promise((done) => setTimeout(done, floor)),
  ]);
  return outcome;
}

async function attempt(context: AppLoadContext, email: string, password: string): Promise<SignInOutcome> {
  const { database, visitor, env } = context;
  try {
    const keys = {
      p_account_key: await accountKey(env.VISITOR_SECRET, email),
      p_address_key: (await visitor()).addressKey ?? "",
    };
    if (!(await database.call("sign_in_allowed", keys))) return { kind: "too-many" };
    const { data, error } = await database.auth.signInWithPassword({ email, password });
    if (error && (!error.status || error.status === 429 || error.status >= 500)) return { kind: "unavailable" };
    await database.call("record_sign_in", { ...keys, p_succeeded: !error });
    if (error || !data.session) {
      const shown = error?.code !== undefined && credentialErrors.includes(error.code);
      return { kind: "refused", message: shown ? error.message : "Failed to sign in" };
    }
    if (context.signIn.claimed) await context.signIn.end();
    await context.signIn.start(data.session);
    const admins = rowsOf(
      await database.as(data.session.access_token).from("admin_users").select("id").eq("id", data.user.id).limit(1),
    );
    return { kind: admins.length === 1 ? "admin" : "member" };
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return { kind: "unavailable" };
    throw error;
  }
}
