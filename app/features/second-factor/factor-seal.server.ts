import { defaults, seal, unseal } from "iron-webcrypto";
import { z } from "zod";
import type { Env } from "../../platform/env.ts";
import { keyedDigest } from "../../platform/request/visitor.ts";
import { newRecoveryCodes } from "./recovery-codes.ts";
import { newSecret } from "./totp.ts";

/** The bytes of a secret, as a JSON array. */
const secretBytes = z.array(z.number()).transform((bytes) => Uint8Array.from(bytes));

const storedSecret = z.object({ account: z.string(), secret: secretBytes });

/** Carried by a form that shows a secret or recovery codes; nothing is stored until the form is sent. */
const draft = z.object({ account: z.string(), secret: secretBytes.optional(), codes: z.array(z.string()).length(10) });

export type FactorDraft = z.output<typeof draft>;

/** Milliseconds within which a form with a draft must be sent. */
const lifetime = 15 * 60_000;

type Keys = Pick<Env, "FACTOR_SECRET">;

// Separate keys per use, so that nothing sealed for one use is accepted for the other. The newest key seals, any key
// opens.
const keysFor = (use: "factor" | "factor-draft", { FACTOR_SECRET = [] }: Keys) =>
  Promise.all(FACTOR_SECRET.map((secret) => keyedDigest(secret, `${use}:v1`)));

export const missingKey = ({ FACTOR_SECRET }: Keys) => (FACTOR_SECRET ? null : "FACTOR_SECRET");

export async function sealSecret(account: string, secret: Uint8Array, env: Keys): Promise<string> {
  const [newest = ""] = await keysFor("factor", env);
  return seal({ account, secret: [...secret] }, newest, defaults);
}

/** Returns the secret of an account, and whether an older key sealed it; null if none of the keys did. */
export async function openSecret(account: string, sealed: string, env: Keys) {
  for (const [age, key] of (await keysFor("factor", env)).entries()) {
    const opened = await unseal(sealed, key, defaults).catch(() => null);
    const stored = storedSecret.safeParse(opened);
    if (stored.success && stored.data.account === account) return { secret: stored.data.secret, isOld: age > 0 };
  }
  return null;
}

export const newDraft = (account: string) => ({ account, secret: newSecret(), codes: newRecoveryCodes() });

export async function sealDraft({ account, secret, codes }: FactorDraft, env: Keys): Promise<string> {
  const content = { account, codes, ...(secret ? { secret: [...secret] } : {}) };
  const [newest = ""] = await keysFor("factor-draft", env);
  return seal(content, newest, { ...defaults, ttl: lifetime });
}

/** Returns the draft in a form; null if it is older than 15 minutes or belongs to another account. */
export async function openDraft(account: string, sealed: string, env: Keys): Promise<FactorDraft | null> {
  for (const key of await keysFor("factor-draft", env)) {
    const opened = draft.safeParse(await unseal(sealed, key, defaults).catch(() => null));
    if (opened.success && opened.data.account === account) return opened.data;
  }
  return null;
}
