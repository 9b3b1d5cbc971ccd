import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { auth, codeOf, type Reply, signIn, type Tokens, target } from "../ask.ts";

const { admin, member } = target;
/** ms, and some more: within it an old refresh token is good again */
const reuseInterval = 11_500;
const tokensOf = (reply: Reply): Tokens => {
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body as Tokens;
};
const begin = async (who = member) => tokensOf(await signIn(who));
const refresh = (token: string) => auth("POST", "/token?grant_type=refresh_token", { refresh_token: token });
const user = (token: string) => auth("GET", "/user", undefined, token);
const signOut = (token: string, scope: string) => auth("POST", `/logout?scope=${scope}`, {}, token);
const outcome = (reply: Reply) => [reply.status, codeOf(reply)];

describe("a password", () => {
  test("that is right begins a session with both tokens", async () => {
    const session = await begin(admin);
    expect(session).toMatchObject({ expires_in: 3600, token_type: "bearer", user: { email: admin.email } });
    expect(session.access_token.split(".")).toHaveLength(3);
    expect(session.refresh_token.length).toBeGreaterThan(10);
  });

  test("signs in whatever case the address is typed in", async () => {
    expect((await begin({ ...admin, email: admin.email.toUpperCase() })).user.email).toBe(admin.email);
  });

  test.each([
    ["that is wrong", { email: member.email, password: "something else altogether" }],
    ["of an address that nobody has", { email: "nobody@contract.example", password: member.password }],
  ])("%s is refused in the same words", async (_, credentials) => {
    const reply = await signIn(credentials);
    expect(outcome(reply)).toEqual([400, "invalid_credentials"]);
    expect(JSON.stringify(reply.body)).toContain("Invalid login credentials");
  });

  test.each([
    ["nothing", ""],
    ["no address", "no address"],
    ["300 characters", "a".repeat(300)],
  ])("with %s as an address is refused", async (_, email) => {
    const { status } = await signIn({ email, password: member.password });
    expect([400, 422]).toContain(status);
  });

  test("nobody signs up", async () => {
    const reply = await auth("POST", "/signup", { email: "new@contract.example", password: "five wet geckos hum" });
    expect(outcome(reply)).toEqual([422, "signup_disabled"]);
  });
});

describe("an access token", () => {
  test("names its person", async () => {
    const session = await begin();
    expect((await user(session.access_token)).body).toMatchObject({ id: session.user.id, email: member.email });
  });

  test.each(["nonsense", "eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0."])("%j names nobody", async (token) => {
    const { status } = await user(token);
    expect([401, 403]).toContain(status);
  });

  test("of a session that was signed out names nobody", async () => {
    const { access_token: token } = await begin();
    expect((await signOut(token, "local")).status).toBe(204);
    expect(outcome(await user(token))).toEqual([403, "session_not_found"]);
    // Whoever signs out again is told so, and nothing happens.
    expect([204, 401, 403, 404]).toContain((await signOut(token, "local")).status);
  });
});

describe("a refresh token", () => {
  test("gives a new pair, and the new access token is good", async () => {
    const first = await begin();
    const second = tokensOf(await refresh(first.refresh_token));
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect((await user(second.access_token)).status).toBe(200);
  });

  test("that two requests send at once is good for both", async () => {
    const { refresh_token: token } = await begin();
    const replies = await Promise.all([refresh(token), refresh(token)]);
    for (const reply of replies) expect((await user(tokensOf(reply).access_token)).status).toBe(200);
  });

  test.concurrent("is good again within ten seconds, and later ends the session that it was of", async () => {
    const first = await begin();
    const second = tokensOf(await refresh(first.refresh_token));
    const again = tokensOf(await refresh(first.refresh_token));
    expect((await user(again.access_token)).status).toBe(200);
    tokensOf(await refresh(again.refresh_token));
    await pause(reuseInterval);
    expect(outcome(await refresh(first.refresh_token))).toEqual([400, "refresh_token_already_used"]);
    // The newest one may be good for ten seconds more.
    expect((await refresh(second.refresh_token)).status).toBe(400);
  });

  test.concurrent("is good again at any time as long as nobody has used what it gave", async () => {
    const first = await begin();
    await refresh(first.refresh_token);
    await pause(reuseInterval);
    const late = tokensOf(await refresh(first.refresh_token));
    expect((await user(late.access_token)).status).toBe(200);
  });

  test("of a session that was signed out gives nothing", async () => {
    const session = await begin();
    await signOut(session.access_token, "local");
    expect(outcome(await refresh(session.refresh_token))).toEqual([400, "refresh_token_not_found"]);
  });

  test.each([
    ["empty", ""],
    ["nonsense", "nonsense"],
    ["5,000 characters long", "a".repeat(5000)],
  ])("that is %s gives nothing", async (_, token) => {
    expect((await refresh(token)).status).toBe(400);
  });
});

describe("signing out", () => {
  const alive = async (sessions: Tokens[]) =>
    Promise.all(sessions.map(async ({ access_token: token }) => (await user(token)).status === 200));

  test.each([
    ["local", [false, true]],
    ["others", [true, false]],
    ["global", [false, false]],
  ])("%s ends what it says", async (scope, expected) => {
    const sessions = [await begin(), await begin()];
    expect((await signOut(sessions[0]?.access_token ?? "", scope)).status).toBe(204);
    expect(await alive(sessions)).toEqual(expected);
  });
});

describe("a new password", () => {
  const change = (password: string, token: string) => auth("PUT", "/user", { password }, token);

  test("is refused when it is the old one or too short, and is the only one afterwards", async () => {
    const next = { ...member, password: "six dry geckos sing at dawn" };
    const { access_token: token } = await begin();
    const other = await begin();
    expect(outcome(await change(member.password, token))).toEqual([422, "same_password"]);
    expect(outcome(await change("short", token))).toEqual([422, "weak_password"]);
    expect((await change(next.password, token)).status).toBe(200);
    try {
      expect(outcome(await signIn(member))).toEqual([400, "invalid_credentials"]);
      const fresh = await begin(next);
      // GoTrue ends the other sessions by itself; the Worker, which ends them too, does not build on that.
      expect((await user(other.access_token)).status).toBe(target.kind === "lite" ? 200 : 403);
      expect((await user(fresh.access_token)).status).toBe(200);
    } finally {
      const { access_token } = await begin(next);
      expect((await change(member.password, access_token)).status).toBe(200);
    }
  });

  test("is nobody's to set without a token", async () => {
    expect([401, 403]).toContain((await change("six dry geckos sing at dawn", target.publishable)).status);
    expect([401, 403]).toContain((await auth("PUT", "/user", { password: "six dry geckos sing at dawn" })).status);
  });
});
