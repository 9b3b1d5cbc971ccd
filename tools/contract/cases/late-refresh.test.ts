import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { auth, codeOf, type Reply, signIn, type Tokens, target } from "../ask.ts";

/** ms, with a margin: the time within which an old refresh token can be reused. */
const reuseInterval = 11_500;

const tokensOf = (reply: Reply): Tokens => {
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body as Tokens;
};
const begin = async () => tokensOf(await signIn(target.admin));
const refresh = (token: string) => auth("POST", "/token?grant_type=refresh_token", { refresh_token: token });
const user = (token: string) => auth("GET", "/user", undefined, token);
const outcome = (reply: Reply) => [reply.status, codeOf(reply)];

describe("a refresh token", () => {
  test.concurrent("can be reused within ten seconds, and later use ends its session", async () => {
    const first = await begin();
    const second = tokensOf(await refresh(first.refresh_token));
    const again = tokensOf(await refresh(first.refresh_token));
    expect((await user(again.access_token)).status).toBe(200);
    tokensOf(await refresh(again.refresh_token));
    await pause(reuseInterval);
    expect(outcome(await refresh(first.refresh_token))).toEqual([400, "refresh_token_already_used"]);
    // The newest one may still be valid for ten seconds.
    expect((await refresh(second.refresh_token)).status).toBe(400);
  });

  test.concurrent("can be reused at any time as long as nobody has used the token it returned", async () => {
    const first = await begin();
    await refresh(first.refresh_token);
    await pause(reuseInterval);
    const late = tokensOf(await refresh(first.refresh_token));
    expect((await user(late.access_token)).status).toBe(200);
  });
});
