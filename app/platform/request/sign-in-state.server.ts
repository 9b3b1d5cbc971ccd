import { z } from "zod";
import { type Database, isPassing } from "../database/supabase.server.ts";
import { DatabaseUnavailable } from "../database/unavailable.ts";
import type { Env } from "../env.ts";
import { once } from "../once.ts";
import { clearedSessionCookie, hasSessionCookie, openSession, type Session, sessionCookie } from "./session.server.ts";

/** Seconds before its expiry at which an access token is exchanged for a new one. */
const refreshMargin = 60;

export const tokens = once(() =>
  z.object({ access_token: z.string(), refresh_token: z.string(), expires_in: z.number() }),
);

/** The claims of a token that we sealed ourselves, so its signature need not be checked (RFC 7519, 4.1.2). */
const claims = once(() => z.object({ sub: z.string(), session_id: z.string() }));

const account = once(() => z.object({ id: z.string(), email: z.string().optional() }));

export type Tokens = z.output<ReturnType<typeof tokens>>;

export interface SignedIn {
  user: z.output<ReturnType<typeof account>>;
  accessToken: string;
}

/** Who is signed in on this request; the response's cookies are collected in `cookies`. */
export interface SignInState {
  cookies: string[];
  /** whether there is a session cookie, valid or not */
  claimed: boolean;
  /**
   * The person whose token the auth server has just confirmed; null if no one is signed in.
   * @throws DatabaseUnavailable if the auth server does not respond; the session is then kept
   */
  current(): Promise<SignedIn | null>;
  /** The account id of the request's session, even of an expired one; null if there is none. */
  account(): Promise<string | null>;
  /** Starts a new session and revokes the one that came with the request. */
  start(tokens: Tokens): Promise<void>;
  /** Clears the session cookie and revokes only this session at the auth server, ignoring failures there. */
  end(): Promise<void>;
  /**
   * Revokes every session of the person at the auth server, and clears the session cookie.
   * @throws DatabaseUnavailable if the auth server does not confirm it; the session is then kept
   */
  endEverywhere(): Promise<void>;
}

interface Surroundings {
  request: Request;
  env: Env;
  secure: boolean;
  database: Database;
  /** keeps the Worker alive for work that continues after the response */
  waitUntil(work: Promise<unknown>): void;
}

export function createSignInState({ request, env, secure, database, waitUntil }: Surroundings): SignInState {
  const header = request.headers.get("Cookie");
  const cookies: string[] = [];
  let confirmed: Promise<SignedIn | null> | undefined;

  let opened: Promise<Session | null> | undefined;

  /** Returns the session in the cookie as received, or null; an expired one is revoked in the background. */
  const open = async () => {
    const found = await openSession(header, env.SESSION_SECRET, secure, Date.now());
    if (!found?.isOver) return found?.session ?? null;
    waitUntil(discard(found.session).catch(() => {}));
    return null;
  };
  const keep = async (session: Session) => {
    cookies.length = 0;
    cookies.push(await sessionCookie(session, env.SESSION_SECRET, secure));
  };
  const forget = () => {
    cookies.length = 0;
    cookies.push(clearedSessionCookie(secure));
    return null;
  };

  async function confirm(): Promise<SignedIn | null> {
    if (!opened && !hasSessionCookie(header, secure)) return null;
    const session = await current();
    if (!session) return forget();
    const { status, body } = await database.askAuth({ method: "GET", path: "/user" }, session.accessToken);
    if (status >= 400) return forget();
    const user = account().safeParse(body);
    if (!user.success) throw new DatabaseUnavailable("auth: no account");
    return { user: user.data, accessToken: session.accessToken };
  }

  /** Returns the session with a valid access token, or null if there is none or the auth server no longer knows it. */
  function current(): Promise<Session | null> {
    opened ??= open().then((stored) => stored && refreshed(stored));
    return opened;
  }

  async function refreshed(stored: Session): Promise<Session | null> {
    const session = await lasting(stored);
    // Stored before anything else can fail: an old refresh token is only valid for a few more seconds.
    const isDue = session !== stored || Date.now() - stored.seenAt > 60_000;
    if (session && isDue) await keep({ ...session, seenAt: Date.now() });
    return session;
  }

  async function lasting(session: Session): Promise<Session | null> {
    return session.expiresAt - Date.now() > refreshMargin * 1000 ? session : exchanged(session);
  }

  async function exchanged(session: Session): Promise<Session | null> {
    const { status, body } = await database.askAuth({
      method: "POST",
      path: "/token?grant_type=refresh_token",
      body: { refresh_token: session.refreshToken },
    });
    if (status >= 400) return null;
    const fresh = tokens().safeParse(body);
    if (!fresh.success) throw new DatabaseUnavailable("auth: no tokens");
    return { ...session, ...contentOf(fresh.data) };
  }

  /** Revokes an expired session, so that its tokens cannot be used elsewhere either. */
  async function discard(over: Session): Promise<void> {
    const session = await lasting(over);
    if (session) await signOut(database, session.accessToken, "local");
  }

  async function revoke(): Promise<void> {
    const session = await current().catch(open);
    if (session) await signOut(database, session.accessToken, "local").catch(() => {});
  }

  return {
    cookies,
    claimed: hasSessionCookie(header, secure),
    current: () => {
      confirmed ??= confirm();
      return confirmed;
    },
    async account() {
      const found = await openSession(header, env.SESSION_SECRET, secure, Date.now());
      return (found && claimsOf(found.session.accessToken)?.sub) ?? null;
    },
    async start(started) {
      await revoke();
      const now = Date.now();
      const session = { ...contentOf(started), startedAt: now, seenAt: now };
      await keep(session);
      opened = Promise.resolve(session);
      confirmed = undefined;
    },
    async end() {
      await revoke();
      forget();
    },
    async endEverywhere() {
      const session = await current();
      if (session) await signOut(database, session.accessToken, "global");
      forget();
    },
  };
}

/**
 * Ends sessions of the token's person, here and at the auth server: the one of the token, all others, or all. A token
 * that is no longer accepted has no sessions.
 * @throws DatabaseUnavailable if it is unknown whether they have ended
 */
export async function signOut(database: Database, accessToken: string, scope: "local" | "others" | "global") {
  const [here, there] = await Promise.allSettled([
    database.as(accessToken).then((own) => own.rpc("end_own_sessions", { p_scope: scope })),
    database.askAuth({ method: "POST", path: `/logout?scope=${scope}` }, accessToken),
  ]);
  if (here.status === "rejected" || isPassing(here.value)) throw new DatabaseUnavailable("sessions");
  if (there.status === "rejected") throw there.reason;
}

/** Returns the claims of an auth server token, or null if it cannot be parsed. */
export function claimsOf(token: string): z.output<ReturnType<typeof claims>> | null {
  try {
    const [, payload = ""] = token.split(".");
    return claims().parse(JSON.parse(atob(payload.replaceAll("-", "+").replaceAll("_", "/"))));
  } catch {
    return null;
  }
}

const contentOf = (given: Tokens) => ({
  accessToken: given.access_token,
  refreshToken: given.refresh_token,
  expiresAt: Date.now() + given.expires_in * 1000,
});
