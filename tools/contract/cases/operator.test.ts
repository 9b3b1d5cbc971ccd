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

test("an admin added by npm run admin signs in with the one-time password, and then must change it", async () => {
  const first = await begin(operator);
  expect(first.user.email).toBe(operator.email);
  expect(await standing(first.access_token)).toBe("password");
  expect((await change(own.password, first.access_token)).status).toBe(200);
  expect(outcome(await signIn(operator))).toEqual([400, "invalid_credentials"]);
  expect(await standing((await begin()).access_token)).toBe("open");
});

describe("a new password", () => {
  test("is refused if it equals the old one or is too short", async () => {
    const { access_token: token } = await begin();
    expect(outcome(await change(own.password, token))).toEqual([422, "same_password"]);
    expect(outcome(await change("short", token))).toEqual([422, "weak_password"]);
    expect((await signIn(own)).status).toBe(200);
  });

  test("keeps the session that set it", async () => {
    const [here, other] = [await begin(), await begin()];
    expect((await change("six dry geckos sing at dawn", here.access_token)).status).toBe(200);
    expect((await user(here.access_token)).status).toBe(200);
    // GoTrue also ends the other sessions; the Worker ends them itself and does not rely on that.
    expect((await user(other.access_token)).status).toBe(target.kind === "lite" ? 200 : 403);
  });

  test("cannot be set without the user's own token", async () => {
    expect([401, 403]).toContain((await change("seven geckos hum", target.publishable)).status);
    expect([401, 403]).toContain((await change("seven geckos hum")).status);
  });
});
