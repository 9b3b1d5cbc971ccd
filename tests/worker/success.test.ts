import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { signedAddress } from "../../harness/serving/signed-address.ts";
import { type Stack, startStack } from "../../harness/serving/stack.ts";
import { signIn, Visitor } from "./client.ts";
import { Page } from "./page.ts";
import { databaseTemplate } from "./tables.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack(databaseTemplate());
});
afterAll(() => stack?.stop());

const get = (path: string) => new Visitor(stack.url, { keepsCookies: false }).get(path);
const said = (body: string) => new Page(body).texts('[role="status"]').join();
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000);

const successes = [
  [
    "/events?done=waitlist&event=bitcoin",
    "/events?event=bitcoin",
    "You've been added to the Bitcoin Pizza Day waitlist!",
  ],
  ["/bitcoin-pizza-day?done=waitlist&event=ethereum", "/bitcoin-pizza-day?event=ethereum", "ETH Hawaii waitlist!"],
  ["/events/ethereum?done=waitlist", "/events/ethereum", "You've been added to the ETH Hawaii waitlist!"],
  ["/global-pizza-party?done=waitlist", "/global-pizza-party", "Thank you! You've been added."],
  ["/insights?done=subscribed", "/insights", "Thanks for subscribing!"],
  ["/insights?done=pending", "/insights", "Check your email to confirm."],
  ["/newsletter/embed?done=subscribed", "/newsletter/embed", "Thanks for subscribing!"],
] as const;

describe.each(successes)("%s", (claim, bare, words) => {
  test("shows its success with a signature of the last minute, and is not cached", async () => {
    for (const seconds of [0, 50]) {
      const answer = await get(await signedAddress(claim, ago(seconds)));
      expect.soft(answer.status).toBe(200);
      expect.soft(said(answer.body)).toContain(words);
      expect.soft(answer.headers["cache-control"]).toBe("private, no-store");
      expect.soft([answer.headers.etag, answer.headers["set-cookie"]]).toEqual([undefined, undefined]);
    }
  });

  test("is the ordinary page, with its whole form, if the signature is missing, wrong or too old", async () => {
    const ordinary = (await get(bare)).body;
    const good = await signedAddress(claim);
    for (const link of [
      claim,
      `${claim}&at=`,
      `${claim}&at=0.${"0".repeat(32)}`,
      good.slice(0, -1),
      good.replace(/.$/, (last) => (last === "0" ? "1" : "0")),
      await signedAddress(claim, ago(62)),
      await signedAddress(claim, ago(-30)),
    ]) {
      const answer = await get(link);
      expect.soft(answer.body, link).toBe(ordinary);
      expect.soft(answer.headers["cache-control"], link).toBe("private, no-cache");
    }
  });

  test("is the cached page that everyone shares if it has no signature", async () => {
    const kept = await get(bare);
    expect((await get(claim)).headers.etag).toBe(kept.headers.etag);
    expect(kept.headers.etag).toBeDefined();
  });
});

test("a signature is valid only for what it was made for: this waitlist, this result", async () => {
  const at = async (address: string) => new URL(await signedAddress(address), stack.url).searchParams.get("at");
  const bitcoin = await at("/events?done=waitlist&event=bitcoin");
  const pending = await at("/insights?done=pending");
  for (const link of [
    `/events?done=waitlist&event=ethereum&at=${bitcoin}`,
    `/global-pizza-party?done=waitlist&at=${bitcoin}`,
    `/insights?done=subscribed&at=${bitcoin}`,
    `/insights?done=subscribed&at=${pending}`,
    `/events?done=waitlist&event=bitcoin&at=${pending}`,
  ])
    expect.soft(said((await get(link)).body), link).not.toMatch(/added|subscribing/);
});

test("pages of the admin area, too, show only what their own form has done within the last minute", async () => {
  const admin = await signIn(new Visitor(stack.url));
  const read = async (address: string) => said((await admin.get(address)).body);
  const good = await signedAddress("/admin/tabs?done=saved");
  expect(await read(good)).toContain("Saved.");
  for (const link of [
    "/admin/tabs?done=saved",
    good.replace("saved", "created"),
    good.replace("/tabs", "/resources"),
    await signedAddress("/admin/tabs?done=saved", ago(62)),
    await signedAddress("/admin/tabs?done=no-word-of-ours"),
  ])
    expect.soft(await read(link), link).toBe("");
  const login = new Visitor(stack.url);
  expect(said((await login.get("/admin/login?done=new-password")).body)).toBe("");
  expect(said((await login.get(await signedAddress("/admin/login?done=new-password"))).body)).toContain(
    "Your password is changed",
  );
});
