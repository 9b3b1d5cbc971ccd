import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { digestOfCode, newRecoveryCodes, readCode } from "./recovery-codes.ts";

const [code = ""] = newRecoveryCodes();
const bare = code.replaceAll("-", "");

it("a new set has ten different codes of 120 bits without ambiguous characters (ASVS 6.5.2)", () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const each of codes) expect(each).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/);
});

it("a code is stored as SHA-256, the same with and without dashes", async () => {
  expect(await digestOfCode(bare)).toBe(createHash("sha256").update(bare).digest("hex"));
  expect(await digestOfCode(code)).toBe(await digestOfCode(bare));
});

describe("readCode", () => {
  it.each([code, bare, code.toLowerCase(), ` ${code.replaceAll("-", " ")}\n`, code.replaceAll("-", "–")])(
    "accepts a recovery code in any case, with or without dashes and spaces: %j",
    (typed) => {
      expect(readCode(typed)).toEqual({ kind: "recovery", code: bare });
    },
  );
  it("reads letters mistaken for digits as those digits", () => {
    expect(readCode(`oiL${bare.slice(3)}`)).toEqual({ kind: "recovery", code: `011${bare.slice(3)}` });
  });
  it.each(["123456", "123 456", "123-456", "１２３４５６"])("recognizes the code of an app: %j", (typed) => {
    expect(readCode(typed)).toEqual({ kind: "app", digits: "123456" });
  });
  it.each(["", "12345", "1234567", "abcdef", bare.slice(1), `${bare}0`, `U${bare.slice(1)}`])("rejects %j", (typed) => {
    expect(readCode(typed)).toBeNull();
  });
});
