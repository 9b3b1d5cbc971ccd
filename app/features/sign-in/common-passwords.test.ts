import { describe, expect, it } from "vitest";
import { isCommonPassword } from "./common-passwords.ts";
import { passwordSchema } from "./password.schema.ts";

const email = "keala.kamaka@example.org";

describe("isCommonPassword", () => {
  it.each([
    "password1234",
    "PassWord1234",
    "qwertyuiop123",
    "1qaz2wsx3edc",
    "iloveyou1234!",
    "correcthorsebatterystaple",
  ])("rejects a leaked password: %s", (password) => expect(isCommonPassword(password, email)).toBe(true));

  it.each([
    "hawaiiblockchain",
    "HawaiiBlockchain2026!",
    "Hawaiʻi Blockchain Community",
    "!!blockchain!!2026",
    "aloha1234567",
    "BitcoinPizzaDay2025",
  ])("rejects words of this site: %s", (password) => expect(isCommonPassword(password, email)).toBe(true));

  it.each(["keala.kamaka@example.org", "kealakamaka2026", "Keala.Kamaka!!!!"])(
    "rejects the account's own name: %s",
    (password) => expect(isCommonPassword(password, email)).toBe(true),
  );

  it.each(["aaaaaaaaaaaa", "abababababab", "pikapikapika", "kamehameha-kamehameha-", "234567890123", "bcdefghijklmn"])(
    "rejects repetitions and keyboard rows: %s",
    (password) => expect(isCommonPassword(password, email)).toBe(true),
  );
});

it.each([
  "five wet geckos hum",
  "Nā pua o ka ʻāina nani",
  "xK9#mQ2$vL7!",
  "hawaii is where my blockchain class began",
  "aaaaaaaaaaaab7-lehua-koa",
])("isCommonPassword accepts any other password: %s", (password) =>
  expect(isCommonPassword(password, email)).toBe(false),
);

describe("the length of a new password", () => {
  const check = (next: string) => passwordSchema.safeParse({ current: "x", next }).error?.issues[0]?.message;

  it("is at least 12 characters as people count them, and at most 1,000", () => {
    expect(check("elevenchars")).toBe("Enter at least 12 characters");
    expect(check("twelve chars")).toBeUndefined();
    expect(check("🌺".repeat(11))).toBe("Enter at least 12 characters");
    expect(check("🌺".repeat(12))).toBeUndefined();
    expect(check("x".repeat(1001))).toBe("Password must be at most 1,000 characters");
  });
});
