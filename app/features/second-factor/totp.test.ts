import { describe, expect, it, test } from "vitest";
import { codeOf, newSecret, secretText, setupAddress, stepAt, stepOf } from "./totp.ts";

// RFC 6238, appendix B: 8-digit codes, whose last 6 digits are the 6-digit code.
const secret = new TextEncoder().encode("12345678901234567890");
const vectors: [seconds: number, code: string][] = [
  [59, "94287082"],
  [1111111109, "07081804"],
  [1111111111, "14050471"],
  [1234567890, "89005924"],
  [2000000000, "69279037"],
  [20000000000, "65353130"],
];

test.each(vectors)("the code at %i s matches RFC 6238", async (seconds, code) => {
  expect(await codeOf(secret, stepAt(seconds * 1000))).toBe(code.slice(2));
});

describe("stepOf", () => {
  const now = new Date(1234567890_000);
  const step = stepAt(now.getTime());
  it.each([
    [-2, null],
    [-1, step - 1],
    [0, step],
    [1, step + 1],
    [2, null],
  ])("accepts a clock at most one step off, and returns the step: %i steps: %j", async (drift, expected) => {
    expect(await stepOf(secret, await codeOf(secret, step + drift), now)).toBe(expected);
  });
});

it("a secret of 160 bits is shown as 32 characters of RFC 4648", () => {
  expect(secretText(secret)).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
  expect(secretText(newSecret())).toMatch(/^[A-Z2-7]{32}$/);
});

it("the URL in the QR code names the site and the account", () => {
  expect(setupAddress(secret, "Hawaiʻi & friends", "kai+a@example.org")).toBe(
    "otpauth://totp/Hawai%CA%BBi%20%26%20friends:kai%2Ba%40example.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Hawai%CA%BBi%20%26%20friends",
  );
});
