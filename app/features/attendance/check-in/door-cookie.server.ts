import type { AppLoadContext } from "@remix-run/cloudflare";
import { defaults, seal, unseal } from "iron-webcrypto";
import { z } from "zod";
import type { Env } from "../../../platform/env.ts";
import { doorCookieName, readCookie } from "../../../platform/request/cookies.ts";
import { keyedDigest } from "../../../platform/request/visitor.ts";
import { dayInMilliseconds } from "../../../platform/text/site-time.ts";

/** A helper at the door, as sealed in the cookie. The database checks on each request whether the pass is valid. */
const helperContent = z.object({
  pass: z.string(),
  name: z.string(),
});

export type Helper = z.output<typeof helperContent>;

/** Upper bound on the length (characters) of a sealed helper with the longest name. */
const longest = 2000;

/** A separate key per use, so that a value sealed for one use is not accepted for the other. */
const keyOf = (secret: string, use: "door" | "door-phone" = "door") => keyedDigest(secret, `${use}:v1`);

// Lax, so that the cookie is sent when the phone's camera opens the URL in a QR code.
const cookieOf = ({ secure }: Pick<AppLoadContext, "secure">, value: string, seconds: number) =>
  `${doorCookieName(secure)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;

export async function enterDoor(context: AppLoadContext, helper: Helper, until: Date): Promise<void> {
  const { env, now, cookies } = context;
  const ttl = until.getTime() - now.getTime();
  const sealed = await seal(helper, await keyOf(env.SESSION_SECRET[0] ?? ""), { ...defaults, ttl });
  cookies.push(cookieOf(context, sealed, Math.floor(ttl / 1000)));
}

export function leaveDoor(context: AppLoadContext): void {
  context.cookies.push(cookieOf(context, "", 0));
}

/** The helper whose cookie came with the request, or null if there is none or this site did not seal it. */
export async function findHelper({ env, secure }: AppLoadContext, request: Request): Promise<Helper | null> {
  return openHelper(env, readCookie(request.headers.get("Cookie"), doorCookieName(secure)));
}

async function openHelper({ SESSION_SECRET }: Env, sealed: string | null, use?: "door-phone"): Promise<Helper | null> {
  if (!sealed || sealed.length > longest) return null;
  for (const secret of SESSION_SECRET) {
    const opened = await unseal(sealed, await keyOf(secret, use), defaults).catch(() => null);
    const helper = helperContent.safeParse(opened);
    if (helper.success) return helper.data;
  }
  return null;
}

/** Seals a credential that only sends a phone's presses, until a day after the door has closed. @param closesIn ms */
export async function sealForPhone({ env }: AppLoadContext, helper: Helper, closesIn: number): Promise<string> {
  const ttl = closesIn + dayInMilliseconds;
  return seal(helper, await keyOf(env.SESSION_SECRET[0] ?? "", "door-phone"), { ...defaults, ttl });
}

/** The helper whose presses these are, or null if the credential was not sealed by this site or has expired. */
export const helperOfPhone = ({ env }: AppLoadContext, sealed: string) => openHelper(env, sealed, "door-phone");
