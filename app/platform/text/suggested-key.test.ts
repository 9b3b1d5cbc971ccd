import { describe, expect, it } from "vitest";
import { suggestedKey } from "./suggested-key.ts";

describe("the key that a title suggests", () => {
  it.each([
    ["Bitcoin Pizza Day 2027", "bitcoin-pizza-day-2027"],
    ["Hoʻolauleʻa i Kāneʻohe", "hoolaulea-i-kaneohe"],
    ["  Talk: “Keys & custody” -- part 2!", "talk-keys-custody-part-2"],
    ["ブロックチェーン", ""],
  ])("%s → %s", (title, key) => {
    expect(suggestedKey(title)).toBe(key);
  });

  it("has at most 70 characters and is cut between words", () => {
    expect(suggestedKey("word ".repeat(40)).length).toBeLessThanOrEqual(70);
    expect(suggestedKey("word ".repeat(40))).toMatch(/-word$/);
    expect(suggestedKey("k".repeat(200))).toHaveLength(70);
  });
});
