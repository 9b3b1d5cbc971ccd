// Tests what app/features/sign-in/auth-admin.server.ts does against the auth server's admin API. The embedded Supabase
// has none; there the stand-in of npm start is tested, so that both must meet the same contract.
import { randomUUID } from "node:crypto";
import type { AppLoadContext } from "@remix-run/cloudflare";
import { describe, expect, test } from "vitest";
import { createAccount, setAddress, setPassword } from "../../../app/features/sign-in/auth-admin.server.ts";
import { createDatabase } from "../../../app/platform/database/supabase.server.ts";
import { DatabaseUnavailable } from "../../../app/platform/database/unavailable.ts";
import { auth, codeOf, type Reply, signIn, type Tokens, target } from "../ask.ts";

const contextWith = (secretKey: string) => {
  const connection = {
    SUPABASE_URL: target.url,
    SUPABASE_PUBLISHABLE_KEY: target.publishable,
    SUPABASE_SECRET_KEY: secretKey,
    AUTH_ADMIN_URL: target.accounts,
  };
  return { database: createDatabase(connection, Number.POSITIVE_INFINITY) } as AppLoadContext;
};
const context = contextWith(target.secret);
const password = "nine slow honu cross the bay";
const freshAddress = () => `${randomUUID()}@contract.example`;
const outcome = (reply: Reply) => [reply.status, codeOf(reply)];
const wrong = [400, "invalid_credentials"];

async function made(email = freshAddress()): Promise<{ id: string; email: string }> {
  const account = await createAccount(context, email, password);
  if (typeof account === "string") throw new Error(account);
  return { ...account, email };
}

describe("a new account", () => {
  test("can sign in at once, under the id that was returned", async () => {
    const { id, email } = await made();
    const session = await signIn({ email, password });
    expect(session).toMatchObject({ status: 200, body: { user: { id, email } } });
  });

  test("is found if it is created again, in any letter case, and keeps its password", async () => {
    const { email } = await made();
    expect(await createAccount(context, email.toUpperCase(), "another calm swell at noon")).toBe("exists");
    expect((await signIn({ email, password })).status).toBe(200);
  });

  test("has a password of at most 72 bytes", async () => {
    expect(await createAccount(context, freshAddress(), "x".repeat(73))).toBe("not-accepted");
    expect(await createAccount(context, freshAddress(), "ʻōlelo ".repeat(9))).toBe("not-accepted");
  });
});

describe("a changed password", () => {
  test("replaces the previous one, and ends every session", async () => {
    const { id, email } = await made();
    const before = (await signIn({ email, password })).body as Tokens;
    expect(await setPassword(context, id, "ten old monk seals nap here")).toBe("set");
    expect(outcome(await signIn({ email, password }))).toEqual(wrong);
    expect((await signIn({ email, password: "ten old monk seals nap here" })).status).toBe(200);
    expect([401, 403]).toContain((await auth("GET", "/user", undefined, before.access_token)).status);
    const refreshed = await auth("POST", "/token?grant_type=refresh_token", { refresh_token: before.refresh_token });
    expect(refreshed.status).toBe(400);
  });

  test("may equal the previous one, so that an interrupted change can be repeated", async () => {
    const { id } = await made();
    expect(await setPassword(context, id, password)).toBe("set");
  });

  test("is refused if it is too short or too long, or for an unknown account", async () => {
    const { id } = await made();
    expect(await setPassword(context, id, "short")).toBe("weak");
    expect(await setPassword(context, id, "x".repeat(73))).toBe("not-accepted");
    expect(await setPassword(context, randomUUID(), password)).toBe("not-accepted");
  });
});

describe("a changed address", () => {
  test("can sign in, and the previous one cannot", async () => {
    const [{ id, email }, next] = [await made(), freshAddress()];
    expect(await setAddress(context, id, next.toUpperCase())).toBe("set");
    expect(outcome(await signIn({ email, password }))).toEqual(wrong);
    expect(await signIn({ email: next, password })).toMatchObject({ status: 200, body: { user: { id, email: next } } });
  });

  test("is refused if it belongs to another account: the server reports a failure", async () => {
    const [one, other] = [await made(), await made()];
    await expect(setAddress(context, one.id, other.email)).rejects.toThrow(DatabaseUnavailable);
    expect((await signIn({ email: one.email, password })).status).toBe(200);
    expect((await signIn({ email: other.email, password })).status).toBe(200);
  });
});

test("another key cannot create or change accounts", async () => {
  const { id } = await made();
  for (const key of [target.publishable, "sb_secret_not-ours-at-all-0123456789"]) {
    const others = contextWith(key);
    await expect(createAccount(others, freshAddress(), password)).rejects.toThrow(DatabaseUnavailable);
    await expect(setPassword(others, id, password)).rejects.toThrow(DatabaseUnavailable);
  }
});
