import { describe, expect, test } from "vitest";
import { noteSession } from "../../../harness/serving/begin-session.ts";
import { auth, bearer, codeOf, type Reply, send, signIn, type Tokens, target } from "../ask.ts";

const { operator } = target;
const own = { ...operator, password: "eight old geckos nap till noon" };
const standing = async (token: string) => {
  await noteSession(target, token);
  const { body } = await send("POST", "/rest/v1/rpc/own_standing", bearer(token), {});
  return (body as { standing: string }[])[0]?.standing;
};
const user = (token: string) => auth("GET", "/user", undefined, token);
const change = (password: string, token?: string) => auth("PUT", "/user", { password }, token);
const begin = async (who = own) => (await signIn(who)).body as Tokens;
const outcome = (reply: Reply) => [reply.status, codeOf(reply)];

test("who was added by npm run admin signs in with the one-time password, and is let in with one of their own", async () => {
  const first = await begin(operator);
  expect(first.user.email).toBe(operator.email);
  expect(await standing(first.access_token)).toBe("password");
  expect((await change(own.password, first.access_token)).status).toBe(200);
  expect(outcome(await signIn(operator))).toEqual([400, "invalid_credentials"]);
  expect(await standing((await begin()).access_token)).toBe("open");
});

describe("a new password", () => {
  test("is refused when it is the old one or too short", async () => {
    const { access_token: token } = await begin();
    expect(outcome(await change(own.password, token))).toEqual([422, "same_password"]);
    expect(outcome(await change("short", token))).toEqual([422, "weak_password"]);
    expect((await signIn(own)).status).toBe(200);
  });

  test("leaves the session that set it", async () => {
    const [here, other] = [await begin(), await begin()];
    expect((await change("six dry geckos sing at dawn", here.access_token)).status).toBe(200);
    expect((await user(here.access_token)).status).toBe(200);
    // GoTrue ends the other sessions by itself; the Worker, which ends them too, does not build on that.
    expect((await user(other.access_token)).status).toBe(target.kind === "lite" ? 200 : 403);
  });

  test("is nobody's to set without a token of their own", async () => {
    expect([401, 403]).toContain((await change("seven geckos hum", target.publishable)).status);
    expect([401, 403]).toContain((await change("seven geckos hum")).status);
  });
});
