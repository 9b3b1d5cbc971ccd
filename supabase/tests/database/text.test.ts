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
