import type { AppLoadContext } from "@remix-run/cloudflare";
import { askAgain, type Person } from "../../admin/admin.server.ts";
import { rowsOf } from "../../platform/database/supabase.server.ts";
import { DatabaseUnavailable } from "../../platform/database/unavailable.ts";
import { log } from "../../platform/log.ts";
import { claimsOf } from "../../platform/request/sign-in-state.server.ts";
import { withTimeFloor } from "../../platform/request/time-floor.ts";
import { type FactorDraft, missingKey, openSecret, sealSecret } from "./factor-seal.server.ts";
import { type Code, digestOfCode } from "./recovery-codes.ts";
import { stepOf } from "./totp.ts";

export type CodeOutcome =
  /** The session is verified, and its proof is fresh. */
  | "right"
  | "wrong"
  /** The code is right, but has been used before. */
  | "used"
  | "too-many"
  /** The session has ended. */
  | "ended"
  /** FACTOR_SECRET is missing, or a different key sealed the secret; recovery codes still work. */
  | "no-key"
  | "unavailable";

/**
 * Tries a second-factor code within the account's limit; each attempt is counted before the code is checked. A right
 * code verifies and proves only this session.
 */
export async function tryCode(context: AppLoadContext, { id }: Person, code: Code): Promise<CodeOutcome> {
  const outcome = await withTimeFloor(
    attempt(context, id, code).catch((error): CodeOutcome => {
      if (error instanceof DatabaseUnavailable) return "unavailable";
      throw error;
    }),
  );
  if (outcome === "right") askAgain(context);
  context.startPost();
  return outcome;
}

async function attempt(context: AppLoadContext, account: string, code: Code): Promise<CodeOutcome> {
  const { database, env, now } = context;
  if (code.kind === "app" && missingKey(env)) return "no-key";
  const session = await sessionOf(context);
  const [begun] = await database.call("begin_code_try", { p_user: account, p_session: session });
  if (!begun) return "ended";
  if (begun.attempt === 0) return "too-many";
  const settle = (found: { p_step?: number; p_sealed?: string; p_recovery?: string }) =>
    database.call("settle_code_try", {
      p_attempt: begun.attempt,
      p_session: session,
      ...found,
    });
  if (code.kind === "recovery") return settle({ p_recovery: await digestOfCode(code.code) });

  const opened = await openSecret(account, begun.sealed_secret, env);
  if (!opened) {
    log({ outcome: "factor-error", error: "a second factor was sealed with another FACTOR_SECRET" });
    return "no-key";
  }
  const step = await stepOf(opened.secret, code.digits, now);
  if (step === null) return settle({});
  return settle({
    p_step: step,
    ...(opened.isOld ? { p_sealed: await sealSecret(account, opened.secret, env) } : {}),
  });
}

async function sessionOf({ signIn }: AppLoadContext): Promise<string> {
  const signedIn = await signIn.current();
  return (signedIn && claimsOf(signedIn.accessToken)?.session_id) ?? "";
}

/** Records that the password was entered again, for an account without a second factor. */
export async function proveSession(context: AppLoadContext, { id }: Person): Promise<boolean> {
  return context.database.call("prove_session", { p_user: id, p_session: await sessionOf(context) });
}

export async function ownFactor({ database }: Person): Promise<{ since: string; codesLeft: number } | null> {
  const [found] = rowsOf(await database.rpc("own_factor"));
  return found ? { since: found.made_at, codesLeft: found.codes_left } : null;
}

export async function turnOnFactor(
  context: AppLoadContext,
  { id, database }: Person,
  { secret, codes }: FactorDraft & { secret: Uint8Array },
  code: Code | null,
): Promise<"on" | "on-already" | "wrong"> {
  const step = code?.kind === "app" ? await stepOf(secret, code.digits, context.now) : null;
  if (step === null) return "wrong";
  const outcome = rowsOf(
    await database.rpc("turn_on_factor", {
      p_sealed: await sealSecret(id, secret, context.env),
      p_step: step,
      p_digests: await digestsOf(codes),
    }),
  );
  askAgain(context);
  context.startPost();
  return outcome;
}

/** Replaces the recovery codes. @returns whether the account has a second factor */
export async function renewRecoveryCodes(
  { startPost }: AppLoadContext,
  { database }: Person,
  { codes }: FactorDraft,
): Promise<boolean> {
  const isRenewed = rowsOf(await database.rpc("renew_recovery_codes", { p_digests: await digestsOf(codes) }));
  startPost();
  return isRenewed;
}

/** Removes the second factor and its recovery codes, and ends the other sessions. */
export async function turnOffFactor({ startPost }: AppLoadContext, { database }: Person): Promise<void> {
  rowsOf(await database.rpc("turn_off_factor"));
  startPost();
}

const digestsOf = (codes: string[]) => Promise.all(codes.map(digestOfCode));
