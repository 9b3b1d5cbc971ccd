import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Tokens } from "../../platform/sign-in-state.server.ts";
import { isPassing, rowsOf } from "../../platform/supabase.server.ts";
import { DatabaseUnavailable } from "../../platform/unavailable.ts";
import { keyedDigest } from "../../platform/visitor.ts";

export type PasswordOutcome =
  /** a session that the auth server has just begun: whoever asks uses it or revokes it */
  | { kind: "right"; userId: string; tokens: Tokens }
  | { kind: "refused"; message: string }
  | { kind: "too-many" }
  | { kind: "unavailable" };

export type SignInOutcome =
  | { kind: "admin"; userId: string }
  /** the password is right, but the account is no admin */
  | { kind: "member" }
  | Exclude<PasswordOutcome, { kind: "right" }>;

/** Known and unknown addresses take the same time: at least this many milliseconds. */
const floor = 400;
/** What the auth server says of credentials may be shown; whatever else it says may not. */
const credentialErrors = ["invalid_credentials"];

/** Password sign-in by the Worker; a session that came with the request is replaced and revoked. */
export async function signIn(context: AppLoadContext, email: string, password: string): Promise<SignInOutcome> {
  const [outcome] = await Promise.all([
    attempt(context, email, password).catch(asUnavailable),
    new Promise((done) => setTimeout(done, floor)),
  ]);
  return outcome;
}

async function attempt(context: AppLoadContext, email: string, password: string): Promise<SignInOutcome> {
  const outcome = await checkPassword(context, email, password);
  if (outcome.kind !== "right") return outcome;
  const { userId, tokens } = outcome;
  const database = context.database.as(tokens.access_token);
  const admins = rowsOf(await database.from("admin_users").select("id").eq("id", userId).limit(1));
  await context.signIn.start(tokens);
  return admins.length === 1 ? { kind: "admin", userId } : { kind: "member" };
}

/** Tries a password within what an account and an address may try; each try is counted before it is made. */
export async function checkPassword(
  { database, addressKey, env, waitUntil }: AppLoadContext,
  email: string,
  password: string,
): Promise<PasswordOutcome> {
  try {
    const keys = {
      p_account_key: await accountKey(env.VISITOR_SECRET, email),
      p_address_key: (await addressKey()) ?? "",
    };
    const attempt = await database.call("begin_sign_in", keys);
    if (attempt === 0) return { kind: "too-many" };
    const settle = (outcome: "failed" | "succeeded" | "unknown") =>
      database.call("settle_sign_in", { p_attempt: attempt, p_outcome: outcome });
    const { data, error } = await database.auth.signInWithPassword({ email, password });
    if (error && isPassing(error)) {
      // Should this fail too, the try is forgotten after a minute.
      waitUntil(settle("unknown").catch(() => {}));
      return { kind: "unavailable" };
    }
    // Nobody learns whether a password was right before that is written.
    await settle(error ? "failed" : "succeeded");
    if (!error) return { kind: "right", userId: data.user.id, tokens: data.session };
    const shown = error?.code !== undefined && credentialErrors.includes(error.code);
    return { kind: "refused", message: shown ? error.message : "Failed to sign in" };
  } catch (error) {
    return asUnavailable(error);
  }
}

/** Stands for an account in the sign-in throttle: no address is stored there. */
export function accountKey(secret: string, email: string): Promise<string> {
  return keyedDigest(secret, `account:v1:${email.trim().toLowerCase()}`);
}

function asUnavailable(error: unknown): { kind: "unavailable" } {
  if (error instanceof DatabaseUnavailable) return { kind: "unavailable" };
  throw error;
}
