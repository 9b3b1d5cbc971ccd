import { afterEach, describe, expect, it, vi } from "vitest";
import { createDatabase } from "../database/supabase.server.ts";
import { DatabaseUnavailable } from "../database/unavailable.ts";
import { parseEnv } from "../env.ts";
import { absoluteLimit, openSession, type Session, sessionCookie } from "./session.server.ts";
import { createSignInState } from "./sign-in-state.server.ts";

const [newest, older, dropped] = ["newest", "older", "dropped"].map((name) =>
  `${name}-secret`.padEnd(40, "0123456789"),
);
const env = parseEnv({
  SITE_ORIGIN: "https://community.example",
  SUPABASE_URL: "https://project.supabase.example",
  SUPABASE_PUBLISHABLE_KEY: "sb_publishable_0123456789",
  SUPABASE_SECRET_KEY: "sb_secret_0123456789",
  SESSION_SECRET: `${newest},${older}`,
  VISITOR_SECRET: "visitor-secret".padEnd(40, "0123456789"),
});

const sessionOf = (change: Partial<Session> = {}): Session => ({
  accessToken: "access-token",
  refreshToken: "refresh-token",
  expiresAt: Date.now() + 3_600_000,
  startedAt: Date.now(),
  seenAt: Date.now(),
  ...change,
});
const cookieOf = async (session: Session, secret = newest ?? "") =>
  (await sessionCookie(session, [secret], true)).split(";")[0] ?? "";

/** The function that ends sessions in our own tables, in addition to the auth server. */
const endHere = "/rest/v1/rpc/end_own_sessions";

/** Creates the state for a session and a Supabase that responds like this, and records the requested paths. */
async function asked(session: Session, answer: (path: string) => Response | Promise<Response>) {
  const paths: string[] = [];
  const work: Promise<unknown>[] = [];
  vi.stubGlobal("fetch", async (input: string | URL | Request) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    paths.push(`${pathname.replace("/auth/v1", "")}${search}`);
    return answer(pathname);
  });
  const state = createSignInState({
    request: new Request(env.SITE_ORIGIN, { headers: { Cookie: await cookieOf(session) } }),
    env,
    secure: true,
    database: createDatabase(env, Date.now() + 4500),
    waitUntil: (promise) => work.push(promise),
  });
  return { state, paths, settled: () => Promise.all(work) };
}

const json = (status: number, body: object = {}) => Response.json(body, { status });
const html = (status: number) =>
  new Response("<h1>Bad gateway</h1>", { status, headers: { "Content-Type": "text/html" } });
const freshTokens = { access_token: "new-access-token", refresh_token: "new-refresh-token", expires_in: 3600 };
const isCleared = (cookies: string[]) => cookies.some((cookie) => cookie.startsWith("__Host-session=; Max-Age=0;"));

afterEach(() => vi.unstubAllGlobals());

const passing: [string, () => Response | Promise<Response>][] = [
  ["a network error", () => Promise.reject(new TypeError("fetch failed"))],
  ["an answer that does not come", () => Promise.reject(new DOMException("timed out", "TimeoutError"))],
  ["429", () => json(429, { error_code: "over_request_rate_limit" })],
  ["500", () => json(500)],
  ["502 of a proxy", () => html(502)],
  ["503", () => json(503)],
  ["504 of a proxy", () => html(504)],
];
const final = [400, 401, 403, 404, 422];

describe("a session is never ended by", () => {
  it.each(passing)("%s while the token is checked", async (_, answer) => {
    const { state } = await asked(sessionOf(), answer);
    await expect(state.current()).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(state.cookies).toEqual([]);
  });

  it.each(passing)("%s while it is refreshed", async (_, answer) => {
    const { state } = await asked(sessionOf({ expiresAt: Date.now() + 59_000 }), answer);
    await expect(state.current()).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(state.cookies).toEqual([]);
  });

  it("a refresh whose response has no tokens", async () => {
    const { state } = await asked(sessionOf({ expiresAt: 0 }), () => html(200));
    await expect(state.current()).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(state.cookies).toEqual([]);
  });
});

describe("a session is ended by", () => {
  it.each(final)("%i while the token is checked", async (status) => {
    const { state } = await asked(sessionOf(), () => json(status, { error_code: "bad_jwt", msg: "no" }));
    expect(await state.current()).toBeNull();
    expect(isCleared(state.cookies)).toBe(true);
  });

  it.each(final)("%i while it is refreshed", async (status) => {
    const { state } = await asked(sessionOf({ expiresAt: 0 }), () =>
      json(status, { error_code: "refresh_token_not_found" }),
    );
    expect(await state.current()).toBeNull();
    expect(isCleared(state.cookies)).toBe(true);
  });
});

describe("signing out", () => {
  it.each([...passing, ...final.map((status) => [String(status), () => json(status)] as const)])(
    "clears the cookie whatever the auth server responds: %s",
    async (_, answer) => {
      const { state, paths } = await asked(sessionOf(), answer);
      await state.end();
      expect(new Set(paths)).toEqual(new Set([endHere, "/logout?scope=local"]));
      expect(isCleared(state.cookies)).toBe(true);
    },
  );
});

describe("signing out everywhere", () => {
  it("revokes every session and clears the cookie", async () => {
    const { state, paths } = await asked(sessionOf(), () => new Response(null, { status: 204 }));
    await state.endEverywhere();
    expect(new Set(paths)).toEqual(new Set([endHere, "/logout?scope=global"]));
    expect(isCleared(state.cookies)).toBe(true);
  });

  it("refreshes an expired token first", async () => {
    const { state, paths } = await asked(sessionOf({ expiresAt: 0 }), (path) =>
      path.endsWith("/token") ? json(200, freshTokens) : new Response(null, { status: 204 }),
    );
    await state.endEverywhere();
    expect(paths[0]).toBe("/token?grant_type=refresh_token");
    expect(new Set(paths.slice(1))).toEqual(new Set([endHere, "/logout?scope=global"]));
    expect(isCleared(state.cookies)).toBe(true);
  });

  it.each(passing)("fails and keeps the session if the auth server has not done it: %s", async (_, answer) => {
    const { state } = await asked(sessionOf(), answer);
    await expect(state.endEverywhere()).rejects.toBeInstanceOf(DatabaseUnavailable);
    expect(state.cookies).toEqual([]);
  });
});

describe("an expired session", () => {
  const over = { startedAt: Date.now() - absoluteLimit - 1 };

  it("is not checked, and only this session is revoked in the background", async () => {
    const { state, paths, settled } = await asked(sessionOf(over), () => new Response(null, { status: 204 }));
    expect(await state.current()).toBeNull();
    expect(isCleared(state.cookies)).toBe(true);
    await settled();
    expect(new Set(paths)).toEqual(new Set([endHere, "/logout?scope=local"]));
  });

  it("is revoked with a new token if its own has expired, and that token is not stored", async () => {
    const { state, paths, settled } = await asked(sessionOf({ ...over, expiresAt: 0 }), (path) =>
      path.endsWith("/token") ? json(200, freshTokens) : new Response(null, { status: 204 }),
    );
    expect(await state.current()).toBeNull();
    await settled();
    expect(paths[0]).toBe("/token?grant_type=refresh_token");
    expect(new Set(paths.slice(1))).toEqual(new Set([endHere, "/logout?scope=local"]));
    expect(state.cookies).toHaveLength(1);
    expect(isCleared(state.cookies)).toBe(true);
  });

  it.each(passing)("is cleared here even if it cannot be revoked: %s", async (_, answer) => {
    const { state, settled } = await asked(sessionOf(over), answer);
    expect(await state.current()).toBeNull();
    await expect(settled()).resolves.toHaveLength(1);
    expect(isCleared(state.cookies)).toBe(true);
  });
});

describe("the rotation of SESSION_SECRET", () => {
  const open = async (secret: string, secrets: string[]) =>
    openSession(await cookieOf(sessionOf(), secret), secrets, true, Date.now());
  const [first = "", second = "", third = ""] = [newest, older, dropped];

  it("seals with the newest secret and still opens what the older ones have sealed", async () => {
    expect((await open(first, env.SESSION_SECRET))?.session.accessToken).toBe("access-token");
    expect((await open(second, env.SESSION_SECRET))?.session.accessToken).toBe("access-token");
    const { state } = await asked(sessionOf({ expiresAt: 0 }), (path) =>
      path.endsWith("/token") ? json(200, freshTokens) : json(200, { id: "1", email: "admin@example.org" }),
    );
    await state.current();
    const kept = state.cookies[0]?.split(";")[0] ?? "";
    expect((await openSession(kept, [first], true, Date.now()))?.session.accessToken).toBe("new-access-token");
    expect(await openSession(kept, [second], true, Date.now())).toBeNull();
  });

  it("ends the sessions of a secret that has been removed", async () => {
    expect(await open(third, env.SESSION_SECRET)).toBeNull();
    expect(await open(second, [first])).toBeNull();
  });
});
