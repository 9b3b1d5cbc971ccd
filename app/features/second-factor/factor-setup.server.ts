import type { AppLoadContext } from "@remix-run/cloudflare";
import type { Env } from "../../platform/env.ts";
import { inFours } from "../../platform/text/base32.ts";
import { drawQrCode } from "../../ui/qr-code.tsx";
import { type FactorDraft, openDraft, sealDraft } from "./factor-seal.server.ts";
import { secretText, setupAddress } from "./totp.ts";

export async function shownSetup(
  { env, site }: Pick<AppLoadContext, "env" | "site">,
  email: string,
  draft: FactorDraft & { secret: Uint8Array },
) {
  return {
    sealed: await sealDraft(draft, env),
    drawing: drawQrCode(setupAddress(draft.secret, site.name, email)),
    secret: inFours(secretText(draft.secret), " "),
  };
}

export type ShownSetup = Awaited<ReturnType<typeof shownSetup>>;

/** Returns the draft in a form with its secret; null if it has expired or belongs to another account. */
export async function draftedSecret(account: string, sealed: string, env: Env) {
  const draft = await openDraft(account, sealed, env);
  return draft?.secret ? { ...draft, secret: draft.secret } : null;
}
