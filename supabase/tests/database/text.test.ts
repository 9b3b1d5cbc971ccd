import { describe, expect, it } from "vitest";
import { prepareDatabase } from "./prepared-database.ts";

const database = prepareDatabase();
const answer = async (expression: string, value: string | null) =>
  (await database.sql<{ answer: unknown }>(`select ${expression} as answer`, value))[0]?.answer;

describe("fold", () => {
  it.each([
    ["Hawaiʻi", "hawaii"],
    ["ĀĒĪŌŪ āēīōū", "aeiou aeiou"],
    ["A\u0304e\u0304", "ae"],
    ["ʻokina ʼokina ‘okina ’okina 'okina `okina", "okina okina okina okina okina okina"],
    ["Kaʻaʻawa", "kaaawa"],
    ["100 % _ \\", "100 % _ \\"],
    ["", ""],
  ])("%j becomes %j", async (value, folded) => {
    expect(await answer("public.fold($1)", value)).toBe(folded);
  });

  it("treats composed and decomposed accents alike", async () => {
    expect(await answer("public.fold($1)", "CAFÉ")).toBe(await answer("public.fold($1)", "cafe\u0301"));
  });

  it("returns null for null", async () => {
    expect(await answer("public.fold($1)", null)).toBeNull();
  });
});

describe("visible_length", () => {
  it.each([
    ["Kaʻiulani", 9],
    ["ハワイ", 3],
    ["\u{1F44B}", 1],
    ["\u{1F469}\u200D\u{1F4BB}", 2],
    ["\u200B\u2066\uFEFF\u00AD", 0],
    ["\u{1F3F4}\u{E0067}\u{E0062}\u{E007F}", 1],
    ["", 0],
  ])("%j has %i code points without format characters", async (value, length) => {
    expect(await answer("public.visible_length($1)", value)).toBe(length);
  });

  it("does not count Unicode format characters, like the forms", async () => {
    const format = Array.from({ length: 0x110000 }, (_, code) => code)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code))
      .filter((character) => /\p{Cf}/u.test(character))
      .join("");
    expect(await answer("public.visible_length($1)", format)).toBe(0);
  });
});

describe("address_key", () => {
  const page = "https://example.org/Learn/wallets?b=2&a=1";
  it.each([
    "http://example.org/Learn/wallets?b=2&a=1",
    "https://www.EXAMPLE.org:443/Learn/wallets/?b=2&a=1#safety",
    "https://example.org//Learn///wallets//?b=2&a=1",
    "https://example.org/Learn/wallets?utm_source=news&b=2&UTM_medium=email&a=1",
    "https://example.org/Learn/wallets?b=2&a=1&fbclid=IwAR0",
    "https://example.org/Learn/wallets?gclid=Cj0&b=2&a=1",
    "https://example.org/Learn/wallets?b=2&ref=newsletter&a=1",
    "https://example.org/Learn/wallets?b=2&a=1&mc_cid=1&mc_eid=2&ref",
  ])("is the same for %s", async (twin) => {
    expect(await answer("public.address_key($1)", twin)).toBe(await answer("public.address_key($1)", page));
  });

  it.each([
    "https://example.org/learn/wallets?b=2&a=1",
    "https://example.org/Learn/wallets?a=1&b=2",
    "https://example.org/Learn/wallets?b=2&a=1&reference=3",
    "https://example.org/Learn/wallets?b=2&a=1&referrer=x",
    "https://example.org/Learn/wallets",
    "https://docs.example.org/Learn/wallets?b=2&a=1",
  ])("differs for %s", async (other) => {
    expect(await answer("public.address_key($1)", other)).not.toBe(await answer("public.address_key($1)", page));
  });
});
