import { defaults, seal, unseal } from "iron-webcrypto";
import { z } from "zod";
import { once } from "../once.ts";
import { readCookie, sessionCookieName } from "./cookies.ts";
import { sessionLimits } from "./session-limits.ts";

/** The content of the sealed session cookie. Times are epoch milliseconds. */
const sessionContent = once(() =>
  z.object({
    accessToken: z.string(),
    refreshToken: z.string(),
    /** when the access token expires */
    expiresAt: z.number(),
    /** when the person signed in: the absolute limit counts from here */
    startedAt: z.number(),
    /** the time of the last request, to within a minute: the idle limit counts from here */
    seenAt: z.number(),
  }),
);

export type Session = z.output<ReturnType<typeof sessionContent>>;

export const idleLimit = sessionLimits.idle.minutes * 60_000; // ms
export const absoluteLimit = sessionLimits.whole.hours * 60 * 60_000; // ms

const attributes = (secure: boolean) => `Path=/; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;

/** @param secrets newest first; only the first one is used to seal */
export async function sessionCookie(session: Session, secrets: string[], secure: boolean): Promise<string> {
  const sealed = await seal(session, secrets[0] ?? "", { ...defaults, ttl: absoluteLimit });
  return `${sessionCookieName(secure)}=${sealed}; Max-Age=${idleLimit / 1000}; ${attributes(secure)}`;
}

export const clearedSessionCookie = (secure: boolean) =>
  `${sessionCookieName(secure)}=; Max-Age=0; ${attributes(secure)}`;

/** Whether the request has a session cookie, valid or not. */
export function hasSessionCookie(cookieHeader: string | null, secure: boolean): boolean {
  return sealedIn(cookieHeader, secure) !== null;
}

export interface OpenedSession {
  session: Session;
  /** one of the two limits has passed: the session may only be revoked */
  isOver: boolean;
}

/** Returns the session in the cookie, or null if there is none or it was not sealed by us. */
export async function openSession(
  cookieHeader: string | null,
  secrets: string[],
  secure: boolean,
  now: number,
): Promise<OpenedSession | null> {
  const sealed = sealedIn(cookieHeader, secure);
  if (!sealed) return null;
  for (const secret of secrets) {
    const opened = await unseal(sealed, secret, defaults).catch(() => null);
    const session = sessionContent().safeParse(opened);
    if (!session.success) continue;
    const { startedAt, seenAt } = session.data;
    return { session: session.data, isOver: now - seenAt > idleLimit || now - startedAt > absoluteLimit };
  }
  return null;
}

function sealedIn(cookieHeader: string | null, secure: boolean): string | null {
  const value = readCookie(cookieHeader, sessionCookieName(secure));
  return value && value.length < 8000 ? value : null;
}
