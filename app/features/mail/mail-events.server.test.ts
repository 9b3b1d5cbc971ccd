import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import { isSigned } from "./mail-events.server.ts";

const key = Buffer.from("for-tests-only-0123456789");
const secret = `whsec_${key.toString("base64")}`;
const now = Date.parse("2027-01-01T00:00:00Z");
const body = '{"type":"email.bounced"}';
const at = String(now / 1000);
const signatureOf = (id: string, time: string, text: string, by: Buffer = key) =>
  `v1,${createHmac("sha256", by).update(`${id}.${time}.${text}`).digest("base64")}`;
const check = (changed: Record<string, string> = {}, text = body) =>
  isSigned(
    new Headers({
      "svix-id": "msg_1",
      "svix-timestamp": at,
      "svix-signature": signatureOf("msg_1", at, body),
      ...changed,
    }),
    text,
    secret,
    now,
  );

describe("the signature of a provider's event", () => {
  it("is valid for exactly this message, even among several signatures", async () => {
    expect(await check()).toBe(true);
    expect(await check({ "svix-signature": `v1,AAAA v2,x ${signatureOf("msg_1", at, body)}` })).toBe(true);
  });

  it.each([
    ["another body", {}, '{"type":"email.complained"}'],
    ["another id", { "svix-id": "msg_2" }],
    ["another key", { "svix-signature": signatureOf("msg_1", at, body, Buffer.from("another key")) }],
    ["no signature", { "svix-signature": "" }],
    ["what is no base64", { "svix-signature": "v1,***" }],
    ["another version", { "svix-signature": signatureOf("msg_1", at, body).replace("v1", "v2") }],
    ["a time that is no number", { "svix-timestamp": "now" }],
  ])("is invalid for %s", async (_, changed, text?: string) => {
    expect(await check(changed as Record<string, string>, text)).toBe(false);
  });

  it.each([-301, 301])("is invalid with a time %i s from now, even if correctly signed", async (seconds) => {
    const other = String(now / 1000 + seconds);
    expect(await check({ "svix-timestamp": other, "svix-signature": signatureOf("msg_1", other, body) })).toBe(false);
  });
});
