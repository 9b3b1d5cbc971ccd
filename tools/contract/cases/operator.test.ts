import { expect, test } from "vitest";
import { auth, bearer, send, signIn, type Tokens, target } from "../ask.ts";

const access = async (token: string) => (await send("POST", "/rest/v1/rpc/own_access", bearer(token), {})).body;

test("who was added by npm run admin signs in with the one-time password, and is let in with one of their own", async () => {
  const { operator } = target;
  const first = (await signIn(operator)).body as Tokens;
  expect(first.user.email).toBe(operator.email);
  expect(await access(first.access_token)).toBe("new-admin");
  const next = { ...operator, password: "eight old geckos nap till noon" };
  expect((await auth("PUT", "/user", { password: next.password }, first.access_token)).status).toBe(200);
  expect((await signIn(operator)).status).toBe(400);
  expect(await access(((await signIn(next)).body as Tokens).access_token)).toBe("admin");
});
