import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { leastCpuTime } from "../../platform/cpu-time.fixture.ts";
import { diffWords } from "./word-diff.ts";

const inMarks = (before: string, after: string) =>
  diffWords(before, after)
    .map(({ kind, text }) => (kind === "same" ? text : kind === "added" ? `{+${text}+}` : `{-${text}-}`))
    .join("");

describe("the difference of two texts", () => {
  it("consists of the words that were removed and added", () => {
    expect(inMarks("A key signs.", "A key signs.")).toBe("A key signs.");
    expect(inMarks("A key signs once.", "A key signs twice.")).toBe("A key signs {-once.-}{+twice.+}");
    expect(inMarks("one two three", "one three")).toBe("one {-two -}three");
    expect(inMarks("one three", "one two three")).toBe("one {+two +}three");
    expect(inMarks("", "new")).toBe("{+new+}");
    expect(inMarks("old", "")).toBe("{-old-}");
  });

  it("leaves unchanged paragraphs as they are", () => {
    expect(inMarks("first\n\nsecond word\n\nthird\n", "first\n\nsecond thing\n\nthird\n")).toBe(
      "first\n\nsecond {-word-}{+thing+}\n\nthird\n",
    );
    expect(inMarks("a\nb\nc\n", "a\nc\nd\n")).toBe("a\n{-b\n-}c\n{+d\n+}");
  });

  it("preserves both texts in full, whatever they are", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "c", " ", "\n", "word", "ʻō"), { maxLength: 60 })
      .map((all) => all.join(""));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const parts = diffWords(before, after);
        const without = (kind: string) =>
          parts
            .filter((part) => part.kind !== kind)
            .map((part) => part.text)
            .join("");
        expect(without("added")).toBe(before);
        expect(without("removed")).toBe(after);
      }),
    );
  });

  it.each([
    ["nothing in common", "old ".repeat(25_000), "new thing ".repeat(10_000)],
    ["a word changed in each line", "a line of words\n".repeat(6000), "a line of works\n".repeat(6000)],
    ["words in another order", "a b c d e\n".repeat(10_000), "e d c b a\n".repeat(10_000)],
    ["one long line", "word ".repeat(20_000), `${"word ".repeat(10_000)}and ${"word ".repeat(10_000)}`],
  ])("takes less than 150 ms for 100,000 characters: %s", async (_, before, after) => {
    const compare = () => expect(diffWords(before, after).length).toBeGreaterThan(0);
    expect(await leastCpuTime(compare, 150)).toBeLessThan(150);
  });
});
