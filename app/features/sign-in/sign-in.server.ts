import type { AppLoadContext } from "@remix-run/cloudflare";
import { z } from "zod";
import type { Outcome } from "../../platform/database/supabase.server.ts";
import { DatabaseReadOnly, DatabaseUnavailable } from "../../platform/database/unavailable.ts";
import { claimsOf, type Tokens, tokens } from "../../platform/request/sign-in-state.server.ts";
import { withTimeFloor } from "../../platform/request/time-floor.ts";
import { keyedDigest } from "../../platform/request/visitor.ts";

export type PasswordOutcome =
  /** A session that the auth server has just begun; the caller must use or revoke it. */
  | { kind: "right"; userId: string; tokens: Tokens }
  | { kind: "refused"; message: string }
  | { kind: "too-many" }
  /** The database is read-only, so the auth server cannot begin a session for anyone. */
  | { kind: "read-only" }
  | { kind: "unavailable" };

export type SignInOutcome =
  | { kind: "admin"; userId: string }
  /** The password is right, and a second-factor code comes next. */
  | { kind: "code"; userId: string }
  /** The password is right, but the account is not an admin. */
  | { kind: "member" }
  | Exclude<PasswordOutcome, { kind: "right" }>;

const begunSession = tokens().extend({ user: z.object({ id: z.string() }) });
/** The auth server's message about credentials may be shown; its other messages may not. */
const shownRefusal = z.object({ error_code: z.literal("invalid_credentials"), msg: z.string() });

/** Signs in with a password through the Worker; a session that came with the request is replaced and revoked. */
export const signIn = (context: AppLoadContext, email: string, password: string): Promise<SignInOutcome> =>
  withTimeFloor(attempt(context, email, password).catch(asUnavailable));

async function attempt(context: AppLoadContext, email: string, password: string): Promise<SignInOutcome> {
  const outcome = await checkPassword(context, email, password);
  if (outcome.kind !== "right") return outcome;
  const { userId, tokens } = outcome;
  const opened = await beginSession(context, userId, tokens);
  await context.signIn.start(tokens);
  switch (opened) {
    case "member":
      return { kind: "member" };
    case "code":
      return { kind: "code", userId };
    case "open":
      return { kind: "admin", userId };
  }
}

/**
 * Records a session that the auth server has just begun, if it is an admin's; without that its tokens grant nothing.
 * @param inPlaceOf the token of a session of the same account that ends and passes its second factor to this one
 * @returns what the session may open
 */
export async function beginSession(
  context: AppLoadContext,
  userId: string,
  tokens: Tokens,
  inPlaceOf?: string,
): Promise<Outcome<"begin_session">> {
  const opened = await context.database.call("begin_session", {
    p_user: userId,
    p_session: claimsOf(tokens.access_token)?.session_id ?? "",
    p_device: context.device,
    p_device_key: await context.browserKey(),
    p_in_place_of: inPlaceOf && claimsOf(inPlaceOf)?.session_id,
  });
  context.startPost();
  return opened;
}

/**
 * Tries a password within the limits of the account and the IP address; each attempt is counted before it is made.
 * @param isSignedIn the caller has a session of the account
 */
export async function checkPassword(
  { database, addressKey, visitorKey, device, env, waitUntil }: AppLoadContext,
  email: string,
  password: string,
  isSignedIn = false,
): Promise<PasswordOutcome> {
  try {
    const keys = {
      p_account_key: await accountKey(env.VISITOR_SECRET, email),
      p_address_key: (await addressKey()) ?? "",
      p_device_key: (await visitorKey()) ?? "",
      p_email: email,
    };
    const attempt = await database.call("begin_sign_in", keys);
    if (attempt < 0) return { kind: "read-only" };
    const noteRefusal = (reason: "wrong-password" | "too-many") => {
      const refusal = { p_email: email, p_reason: reason, p_device: device, p_is_signed_in: isSignedIn };
      waitUntil(database.call("note_refused_sign_in", refusal).catch(() => {}));
    };
    if (attempt === 0) {
      noteRefusal("too-many");
      return { kind: "too-many" };
    }
    const settle = (outcome: "failed" | "succeeded" | "unknown") =>
      database.call("settle_sign_in", { p_attempt: attempt, p_outcome: outcome });
    const question = { method: "POST", path: "/token?grant_type=password", body: { email, password } } as const;
    const answer = await database.askAuth(question).catch((error) => {
      // If this fails too, the attempt is forgotten after a minute.
      waitUntil(settle("unknown").catch(() => {}));
      throw error;
    });
    const begun = begunSession.safeParse(answer.body);
    // Nobody may learn whether a password was right before that is stored.
    await settle(begun.success ? "succeeded" : "failed");
    if (begun.success) return { kind: "right", userId: begun.data.user.id, tokens: begun.data };
    noteRefusal("wrong-password");
    return { kind: "refused", message: refusalOf(answer.body) };
  } catch (error) {
    return asUnavailable(error);
  }
}

/** The key that identifies an account in the sign-in throttle, where no address is stored. */
export function accountKey(secret: string, email: string): Promise<string> {
  return keyedDigest(secret, `account:v1:${email.trim().toLowerCase()}`);
}

function refusalOf(body: unknown): string {
  const shown = shownRefusal.safeParse(body);
  return shown.success ? shown.data.msg : "Failed to sign in";
}

function asUnavailable(error: unknown): { kind: "unavailable" | "read-only" } {
  if (error instanceof DatabaseReadOnly) return { kind: "read-only" };
  if (error instanceof DatabaseUnavailable) return { kind: "unavailable" };
  throw error;
}
