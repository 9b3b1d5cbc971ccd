import type { User } from "@supabase/supabase-js";
import type { Env } from "./env.ts";
import { clearedSessionCookie, hasSessionCookie, openSession, type Session, sessionCookie } from "./session.server.ts";
import type { Database } from "./supabase.server.ts";
import { DatabaseUnavailable } from "./unavailable.ts";

/** Seconds before its end at which an access token is exchanged for a new one. */
const refreshMargin = 60;

interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
}

export interface SignedIn {
  user: User;
  accessToken: string;
}

/** Who is signed in on this request; the answer's cookies are collected in `cookies` and set on the way out. */
export interface SignInState {
  cookies: string[];
  /** whether there is a session cookie at all; says nothing about whether it is good */
  claimed: boolean;
  /**
   * The person whose token the auth server has just confirmed; null when nobody is signed in.
   * @throws DatabaseUnavailable when the auth server does not answer; the session is kept then
   */
  current(): Promise<SignedIn | null>;
  start(tokens: Tokens): Promise<void>;
  /** Forgets the session here and revokes it everywhere at the auth server, which may refuse or be gone. */
  end(): Promise<void>;
}

export function createSignInState(request: Request, env: Env, secure: boolean, database: Database): SignInState {
  const header = request.headers.get("Cookie");
  const cookies: string[] = [];
  let known: Promise<SignedIn | null> | undefined;

  const open = () => openSession(header, env.SESSION_SECRET, secure, Date.now());
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
    if (!hasSessionCookie(header, secure)) return null;
    const stored = await open();
    if (!stored) return forget();
    const session = await refreshed(stored);
    if (!session) return forget();
    const { data, error } = await database.auth.getUser(session.accessToken);
    if (error) {
      if (isPassing(error)) throw new DatabaseUnavailable(`auth: ${error.message}`);
      return forget();
    }
    if (session !== stored || Date.now() - stored.seenAt > 60_000) await keep({ ...session, seenAt: Date.now() });
    return { user: data.user, accessToken: session.accessToken };
  }

  async function refreshed(session: Session): Promise<Session | null> {
    if (session.expiresAt - Date.now() > refreshMargin * 1000) return session;
    const { data, error } = await database.auth.refreshSession({ refresh_token: session.refreshToken });
    if (data.session) return { ...session, ...contentOf(data.session) };
    if (error && isPassing(error)) throw new DatabaseUnavailable(`auth: ${error.message}`);
    return null;
  }

  return {
    cookies,
    claimed: hasSessionCookie(header, secure),
    current: () => {
      known ??= confirm();
      return known;
    },
    async start(tokens) {
      const now = Date.now();
      await keep({ ...contentOf(tokens), startedAt: now, seenAt: now });
    },
    async end() {
      const session = await open();
      if (session) await database.auth.admin.signOut(session.accessToken, "global").catch(() => {});
      forget();
    },
  };
}

const contentOf = (tokens: Tokens) => ({
  accessToken: tokens.access_token,
  refreshToken: tokens.refresh_token,
  expiresAt: Date.now() + tokens.expires_in * 1000,
});

/** Network errors, 429 and 5xx say nothing about the session. */
const isPassing = ({ status }: { status?: number }) => !status || status === 429 || status >= 500;
