import { describe, expect, test } from "vitest";
import { auth, codeOf, type Reply, signIn, type Tokens, target } from "../ask.ts";

const { admin, member } = target;
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

  test("signs in whatever the letter case of the email address", async () => {
    expect((await begin({ ...admin, email: admin.email.toUpperCase() })).user.email).toBe(admin.email);
  });

  test.each([
    ["that is wrong", { email: member.email, password: "something else altogether" }],
    ["of an address that nobody has", { email: "nobody@contract.example", password: member.password }],
  ])("%s is refused with the same message", async (_, credentials) => {
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

  test("cannot be used to sign up a new account", async () => {
    const reply = await auth("POST", "/signup", { email: "new@contract.example", password: "five wet geckos hum" });
    expect(outcome(reply)).toEqual([422, "signup_disabled"]);
  });
});

describe("an access token", () => {
  test("identifies its user", async () => {
    const session = await begin();
    expect((await user(session.access_token)).body).toMatchObject({ id: session.user.id, email: member.email });
  });

  test.each(["nonsense", "eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0."])(
    "%j identifies no user",
    async (token) => {
      const { status } = await user(token);
      expect([401, 403]).toContain(status);
    },
  );

  test("of a signed-out session identifies no user", async () => {
    const { access_token: token } = await begin();
    expect((await signOut(token, "local")).status).toBe(204);
    expect(outcome(await user(token))).toEqual([403, "session_not_found"]);
    // Signing out again reports an error and has no effect.
    expect([204, 401, 403, 404]).toContain((await signOut(token, "local")).status);
  });
});

describe("a refresh token", () => {
  test("returns a new pair, and the new access token works", async () => {
    const first = await begin();
    const second = tokensOf(await refresh(first.refresh_token));
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect((await user(second.access_token)).status).toBe(200);
  });

  test("sent by two requests at once works for both", async () => {
    const { refresh_token: token } = await begin();
    const replies = await Promise.all([refresh(token), refresh(token)]);
    for (const reply of replies) expect((await user(tokensOf(reply).access_token)).status).toBe(200);
  });

  test("of a signed-out session returns nothing", async () => {
    const session = await begin();
    await signOut(session.access_token, "local");
    expect(outcome(await refresh(session.refresh_token))).toEqual([400, "refresh_token_not_found"]);
  });

  test.each([
    ["empty", ""],
    ["nonsense", "nonsense"],
    ["5,000 characters long", "a".repeat(5000)],
  ])("that is %s returns nothing", async (_, token) => {
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
  ])("with scope %s ends exactly the sessions of that scope", async (scope, expected) => {
    const sessions = [await begin(), await begin()];
    expect((await signOut(sessions[0]?.access_token ?? "", scope)).status).toBe(204);
    expect(await alive(sessions)).toEqual(expected);
  });
});
